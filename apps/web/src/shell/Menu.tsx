import { Link, useLocation } from 'react-router';
import { storedUser } from '#device/stored-user.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Logo } from '#ui/Logo.tsx';
import { SideSheet } from '#ui/SideSheet.tsx';
import { useWords } from '#words/words.ts';
import { menuDestinations } from './destinations.ts';
import styles from './Menu.module.css';

/** The menu to the app's own screens. */
export default function Menu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useWords();
  const { pathname } = useLocation();
  const user = storedUser();
  return (
    <SideSheet open={open} onClose={onClose} label={words.common.menu}>
      <div className={styles.who}>
        <Avatar name={user?.name ?? ''} />
        <span className={styles.name}>
          <b className="clip">{user?.name || words.profile.noName}</b>
          <span className="clip">{user?.email}</span>
        </span>
      </div>
      <nav className={styles.links}>
        {menuDestinations.map(({ to, icon: Glyph, word }) => (
          <Link key={to} to={to} onClick={onClose} aria-current={to === pathname ? 'page' : undefined}>
            <Glyph size={24} aria-hidden />
            {words.nav[word]}
          </Link>
        ))}
      </nav>
      <div className={styles.logo}>
        <Logo height={36} label={words.brand} />
      </div>
    </SideSheet>
  );
}

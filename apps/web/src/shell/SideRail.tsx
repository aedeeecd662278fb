import { Link, useLocation } from 'react-router';
import { paths } from '#paths.ts';
import { Logo } from '@bijli/ui/Logo';
import { useWords } from '#words/words.ts';
import { menuDestinations } from './destinations.ts';
import styles from './SideRail.module.css';

/** The menu on wide screens, always open; it takes the place of the footer bar. */
export default function SideRail() {
  const words = useWords();
  const { pathname } = useLocation();
  return (
    <nav className={styles.rail} aria-label={words.common.mainNavigation}>
      <Link to={paths.map} className={styles.logo}>
        <Logo height={40} label={words.brand} />
      </Link>
      {menuDestinations.map(({ to, icon: Glyph, word, outside = false }) => (
        <Link
          key={to}
          to={to}
          reloadDocument={outside}
          className={styles.item}
          aria-current={to === pathname ? 'page' : undefined}
        >
          <Glyph size={24} aria-hidden />
          {words.nav[word]}
        </Link>
      ))}
    </nav>
  );
}

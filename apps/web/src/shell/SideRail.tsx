import { Link, useLocation } from 'react-router';
import { Logo } from '@bijli/ui/Logo';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { menuDestinations } from './destinations.ts';
import styles from './SideRail.module.css';

/** The menu on wide screens, always open; it takes the place of the footer bar. */
export default function SideRail() {
  const messages = useMessages();
  const { pathname } = useLocation();
  return (
    <nav className={styles.rail} aria-label={messages.common.mainNavigation}>
      <Link to={paths.map} className={styles.logo}>
        <Logo height={40} label={messages.brand} />
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
          {messages.nav[word]}
        </Link>
      ))}
    </nav>
  );
}

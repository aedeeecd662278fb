import { Link, useLocation } from 'react-router';
import { useMessages } from '#messages/messages.ts';
import { footerDestinations, footerHome } from './footer-destinations.ts';
import styles from './TabBar.module.css';

/** The footer bar with the links to map, wallet and profile. */
export default function TabBar() {
  const messages = useMessages();
  const { pathname } = useLocation();
  const currentPath = footerHome[pathname] ?? pathname;
  return (
    <nav className={styles.bar} aria-label={messages.common.mainNavigation}>
      {footerDestinations.map(({ to, icon: Glyph, word }) => (
        <Link key={to} to={to} aria-current={to === currentPath ? 'page' : undefined}>
          <span className={styles.icon}>
            <Glyph size={24} aria-hidden />
          </span>
          {messages.nav[word]}
        </Link>
      ))}
    </nav>
  );
}

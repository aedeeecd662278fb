import { Link, useLocation } from 'react-router';
import { useWords } from '#words/words.ts';
import { footerDestinations, footerHome } from './footer-destinations.ts';
import styles from './TabBar.module.css';

/** The footer bar: map, wallet, profile. */
export default function TabBar() {
  const words = useWords();
  const { pathname } = useLocation();
  const here = footerHome[pathname] ?? pathname;
  return (
    <nav className={styles.bar} aria-label={words.common.mainNavigation}>
      {footerDestinations.map(({ to, icon: Glyph, word }) => (
        <Link key={to} to={to} aria-current={to === here ? 'page' : undefined}>
          <span className={styles.icon}>
            <Glyph size={24} aria-hidden />
          </span>
          {words.nav[word]}
        </Link>
      ))}
    </nav>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMessages } from '#messages/messages.ts';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { FilterButton } from '#parts/station-filter/FilterButton.tsx';
import { paths } from '#paths.ts';
import { MenuButton } from '#shell/NavBar.tsx';
import styles from './SearchPill.module.css';

/**
 * On phones, above the map: menu, search, filter, what else there is to say (`children`), and the chosen filter
 * options.
 */
export function SearchPill({ children }: { children: ReactNode }) {
  const { map: messages } = useMessages();
  return (
    <>
      <header className={styles.pill} data-bar="pill" data-over-map>
        <MenuButton side="left" />
        <Link to={paths.search} className="clip">
          {messages.search}
        </Link>
        <span className={styles.filter}>
          <FilterButton />
        </span>
      </header>
      <div className={styles.chosen} data-over-map>
        {children}
        <ChosenFilters />
      </div>
    </>
  );
}

import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '@bijli/ui/IconButton';
import { type StationFilter, useStationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { everyChoice } from './choices.ts';
import styles from './FilterButton.module.css';

const FilterPanel = lazy(() => import('./FilterPanel.tsx'));

interface FilterButtonProps {
  /** The panel counts stations that this text finds. */
  search?: string;
  /** Fields that also narrow the list but cannot be chosen in the panel. */
  within?: StationFilter;
  /** Called with the new filter. */
  onChosen?: (filter: StationFilter) => void;
}

/** A button that opens the filter panel and shows how many options are chosen. The panel loads at the first press. */
export function FilterButton({ search = '', within, onChosen }: FilterButtonProps) {
  const { filter: messages } = useMessages();
  const [filter, choose] = useStationFilter();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const chosen = everyChoice(filter).length;
  return (
    <span className={styles.button}>
      <IconButton
        icon={SlidersHorizontal}
        label={messages.open(chosen)}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      />
      {chosen > 0 && (
        <span className={styles.count} aria-hidden>
          {chosen}
        </span>
      )}
      {wasOpened && (
        <Suspense>
          <FilterPanel
            open={isOpen}
            onClose={() => setOpen(false)}
            search={search}
            within={within}
            filter={filter}
            onChoose={(filter) => {
              choose(filter);
              onChosen?.(filter);
            }}
          />
        </Suspense>
      )}
    </span>
  );
}

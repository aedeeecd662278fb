import { useState } from 'react';
import { Button } from '@bijli/ui/Button';
import { count } from '@bijli/ui/format/money';
import { Sheet } from '@bijli/ui/Sheet';
import { useFilterOptions } from '#api/stations.ts';
import { useMedia, WIDE } from '#device/media.ts';
import type { StationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { FilterCategories, FilterCategoriesSkeleton } from './FilterCategories.tsx';
import styles from './FilterPanel.module.css';

interface FilterPanelProps {
  open: boolean;
  onClose: () => void;
  search: string;
  within: StationFilter | undefined;
  /** The chosen filter. */
  filter: StationFilter;
  onChoose: (filter: StationFilter) => void;
}

/** The panel with all filter options, each with the number of stations that it would leave. */
export default function FilterPanel({ open, onClose, search, within, filter, onChoose }: FilterPanelProps) {
  const messages = useMessages();
  const isWide = useMedia(WIDE);
  // The filter that is being edited. Undefined until something is touched, and again after the panel has closed.
  const [draft, setDraft] = useState<StationFilter>();
  const chosen = draft ?? filter;
  const { data, isError, refetch } = useFilterOptions(search, { ...within, ...chosen }, open);

  const close = () => {
    setDraft(undefined);
    onClose();
  };

  return (
    <Sheet
      open={open}
      onClose={close}
      title={messages.filter.title}
      closeLabel={messages.common.close}
      side={isWide ? 'right' : 'below'}
      foot={
        <>
          <p className={styles.found} role="status">
            {data && messages.filter.found(data.total, count(data.total))}
          </p>
          <div className={styles.actions}>
            <Button
              look="line"
              onClick={() => {
                setDraft(undefined);
                onChoose({});
              }}
            >
              {messages.filter.reset}
            </Button>
            <Button
              look="primary"
              onClick={() => {
                onChoose(chosen);
                close();
              }}
            >
              {messages.filter.apply}
            </Button>
          </div>
        </>
      }
    >
      {data ? (
        <FilterCategories options={data.options} filter={chosen} onChoose={setDraft} />
      ) : isError ? (
        <FailedToLoad title={messages.filter.failedTitle} onRetry={refetch} />
      ) : (
        <FilterCategoriesSkeleton />
      )}
    </Sheet>
  );
}

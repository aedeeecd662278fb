import { SearchX } from 'lucide-react';
import { Button } from '@bijli/ui/Button';
import { count } from '@bijli/ui/format/money';
import { Empty } from '@bijli/ui/Notice';
import { useFilterOptions } from '#api/stations.ts';
import { useStationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import type { StatusTab } from './use-search-text.ts';

interface NothingFoundProps {
  /** The searched text, empty for the list of all stations. */
  text: string;
  tab: StatusTab;
  /** Places were found. */
  hasPlaces?: boolean;
  onClear: () => void;
  /** Chooses the tab of all stations. */
  onAll: () => void;
}

/** Says why no station is listed, and offers the way out: of the filter, of the tab, or of the text. */
export function NothingFound({ text, tab, hasPlaces = false, onClear, onAll }: NothingFoundProps) {
  const { search: messages, filter: filterMessages, stations } = useMessages();
  const [filter, choose] = useStationFilter();
  const isFiltered = Object.keys(filter).length > 0;
  const isNarrowed = isFiltered || tab !== '';
  // A text that finds nothing anywhere is not the fault of the filter.
  const { data, isPending, isPlaceholderData } = useFilterOptions(text, {}, isNarrowed);
  if (isNarrowed && (isPending || isPlaceholderData)) return <Empty icon={SearchX} title={messages.noneTitle} />;
  const total = data?.total;
  if (isFiltered && total !== 0) {
    const reset = () => {
      choose({});
      onAll();
    };
    return (
      <Empty icon={SearchX} title={messages.noneTitle} action={<Button onClick={reset}>{filterMessages.reset}</Button>}>
        {messages.noneChosen}
      </Empty>
    );
  }
  if (tab !== '' && total !== 0) {
    const none = { '1': messages.noneAvailable, '0': messages.noneUnavailable }[tab];
    return (
      <Empty icon={SearchX} title={messages.noneTitle} action={<Button onClick={onAll}>{messages.showAll}</Button>}>
        {total !== undefined && none(total, count(total))}
      </Empty>
    );
  }
  if (text === '') {
    return (
      <Empty icon={SearchX} title={stations.emptyTitle}>
        {stations.empty}
      </Empty>
    );
  }
  return (
    <Empty icon={SearchX} title={messages.noneTitle} action={<Button onClick={onClear}>{messages.clear}</Button>}>
      {hasPlaces ? messages.noneAtPlace : messages.none}
    </Empty>
  );
}

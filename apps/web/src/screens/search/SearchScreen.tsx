import { type KeyboardEvent, use, useId, useRef } from 'react';
import { Tabs } from '@bijli/ui/Tabs';
import { MIN_SEARCH_LENGTH } from '#api/stations.ts';
import { usePosition } from '#device/position.ts';
import { type StationFilter, useStationFilter } from '#device/stored-filter.ts';
import { useMessages } from '#messages/messages.ts';
import { withValues } from '#parts/station-filter/choices.ts';
import { ChosenFilters } from '#parts/station-filter/ChosenFilters.tsx';
import { FilterButton } from '#parts/station-filter/FilterButton.tsx';
import { Frame } from '#shell/Frame.tsx';
import { IsBesideMap } from '#shell/is-beside-map.ts';
import { Recents } from './Recents.tsx';
import { AllStations, FoundStations } from './Results.tsx';
import { SearchBar } from './SearchBar.tsx';
import { type StatusTab, useSearchText } from './use-search-text.ts';
import styles from './SearchScreen.module.css';

/**
 * Searches stations and places by a text of at least four letters. Without a text it lists all stations, nearest first.
 */
export default function SearchScreen() {
  const { search: messages } = useMessages();
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const from = usePosition();
  const { typed, searchText, asked, type, submit, clear, showOnMap, tab, chooseTab } = useSearchText();
  const isBesideMap = use(IsBesideMap);
  const [chosen, choose] = useStationFilter();
  const within: StationFilter = tab === '' ? {} : { available: [tab] };
  const isSearch = searchText.length >= MIN_SEARCH_LENGTH;

  // The tab and the filter's `available` mean the same, so the later choice replaces the earlier one.
  const onTab = (next: StatusTab) => {
    if (next === '0' && chosen.available) choose(withValues(chosen, 'available', []));
    chooseTab(next);
  };
  const onChosen = (next: StationFilter) => {
    if (next.available && tab === '0') chooseTab('');
  };

  // The button goes with what it was about.
  const onClear = () => {
    clear();
    field.current?.focus();
  };

  const narrowed = { filter: { ...chosen, ...within }, tab, onClear, onAll: () => chooseTab('') };

  const onArrow = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...(panel.current?.querySelectorAll('a') ?? [])];
    const focused = links.findIndex((link) => link === document.activeElement);
    if (step === undefined || (focused < 0 && document.activeElement !== field.current)) return;
    event.preventDefault();
    if (focused + step < 0) field.current?.focus();
    else links[focused + step]?.focus();
  };

  return (
    <div role="presentation" onKeyDown={onArrow}>
      <Frame
        title={messages.title}
        hasRunningPill
        bar={
          <SearchBar ref={field} text={typed} onType={type} onSubmit={submit} onClear={onClear} resultsId={panelId}>
            <FilterButton search={isSearch ? asked : ''} within={within} onChosen={onChosen} />
          </SearchBar>
        }
      >
        <div className={styles.tabs}>
          <Tabs
            label={messages.tabs}
            value={tab}
            onChange={onTab}
            panelId={panelId}
            options={[
              { value: '', label: messages.all },
              { value: '1', label: messages.available },
              { value: '0', label: messages.unavailable },
            ]}
          />
        </div>
        <ChosenFilters />
        <div ref={panel} id={panelId} role="tabpanel" aria-label={messages.results}>
          {searchText === '' ? (
            <>
              <Recents field={field} />
              <AllStations {...narrowed} from={from} />
            </>
          ) : isSearch ? (
            <FoundStations
              text={asked}
              isTyping={searchText !== asked}
              {...narrowed}
              from={from}
              onPlace={isBesideMap ? showOnMap : undefined}
            />
          ) : (
            <p className={styles.hint} role="status">
              {messages.tooShort(MIN_SEARCH_LENGTH)}
            </p>
          )}
        </div>
      </Frame>
    </div>
  );
}

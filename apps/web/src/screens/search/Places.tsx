import { Map } from 'lucide-react';
import type { FoundPlace } from '@bijli/contract/stations';
import { count } from '@bijli/ui/format/money';
import { List, RowLink } from '@bijli/ui/List';
import { keepSearch } from '#device/recent-searches.ts';
import { useMessages } from '#messages/messages.ts';
import { Highlighted } from '#parts/stations/Highlighted.tsx';
import { mapAt, zoomOfPlace } from '#paths.ts';
import styles from './Places.module.css';

/** More places would leave no room for stations. */
const MAX_SHOWN = 3;

/** Places with the searched name. Each opens the map there. */
export function Places({ places, searchText }: { places: readonly FoundPlace[]; searchText: string }) {
  const { search: messages } = useMessages();
  if (places.length === 0) return null;
  return (
    <div className={styles.places}>
      <List label={messages.places}>
        {places.slice(0, MAX_SHOWN).map((place) => (
          <RowLink
            key={`${place.latitude} ${place.longitude}`}
            icon={Map}
            to={mapAt(place, zoomOfPlace(place))}
            onOpen={() =>
              keepSearch({ name: place.name, where: place.city ?? place.state, path: mapAt(place, zoomOfPlace(place)) })
            }
          >
            <span className={styles.name}>
              <Highlighted searchText={searchText}>{place.name}</Highlighted>
            </span>
            <small className={styles.where}>
              {place.city ?? place.state}
              {place.stations !== undefined && ` · ${messages.found(place.stations, count(place.stations))}`}
            </small>
          </RowLink>
        ))}
      </List>
    </div>
  );
}

/** Says that nothing has the typed spelling, and which place the results are for. */
export function GuessedPlace({ place }: { place: FoundPlace | undefined }) {
  const { search: messages } = useMessages();
  return (
    <p className={styles.guessed} role="status">
      {place && (
        <>
          {messages.takenFor}
          <b>{messages.place(place.name, place.city ?? place.state)}</b>
        </>
      )}
      {messages.noneSo}
    </p>
  );
}

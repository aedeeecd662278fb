import { Bookmark, MessageSquareText, Navigation, Phone } from 'lucide-react';
import { Link } from 'react-router';
import type { Station } from '@bijli/contract/stations';
import { useClientConfig } from '#api/client-config.ts';
import { useChangeBookmark } from '#api/stations.ts';
import { openDirections } from '#device/directions.ts';
import { useMessages } from '#messages/messages.ts';
import { external, paths, type ReviewNavigation } from '#paths.ts';
import styles from './Actions.module.css';

interface ActionsProps {
  station: Station;
  /** Undefined until the station has loaded. */
  isBookmarked: boolean | undefined;
  /** The phone number of the station's operator, if it is known. */
  phone: string | undefined;
}

/** Buttons and links for the station itself, such as directions and a bookmark. */
export function Actions({ station, isBookmarked, phone }: ActionsProps) {
  const { station: messages, errors, reviews } = useMessages();
  const { data: config } = useClientConfig();
  const save = useChangeBookmark(station);
  const number = phone ?? config?.support.phone;
  const state: ReviewNavigation = { property_id: station.property_id, property_name: station.property_name };
  const goThere = () => {
    const { latitude, longitude } = station as Partial<Station>;
    if (latitude !== undefined && longitude !== undefined) openDirections({ latitude, longitude });
    else alert(errors.noPlace);
  };
  return (
    <div className={styles.actions}>
      <button type="button" onClick={goThere}>
        <Navigation size={20} aria-hidden />
        {messages.goToLocation}
      </button>
      {number === undefined ? (
        <button type="button" disabled>
          <Phone size={20} aria-hidden />
          {messages.call}
        </button>
      ) : (
        <a href={external.phone(number)}>
          <Phone size={20} aria-hidden />
          {messages.call}
        </a>
      )}
      <Link to={paths.reviews} state={state}>
        <MessageSquareText size={20} aria-hidden />
        {reviews.button}
      </Link>
      <button
        type="button"
        aria-pressed={isBookmarked ?? false}
        disabled={isBookmarked === undefined}
        onClick={() => save(!isBookmarked)}
      >
        <Bookmark size={20} fill={isBookmarked ? 'currentColor' : 'none'} aria-hidden />
        {isBookmarked ? messages.saved : messages.save}
      </button>
    </div>
  );
}

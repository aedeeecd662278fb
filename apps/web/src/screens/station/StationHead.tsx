import { Bookmark, Check, Navigation, Star, X } from 'lucide-react';
import { Link } from 'react-router';
import type { Station } from '@bijli/contract/stations';
import { Badge, Badges } from '@bijli/ui/Badge';
import { ago } from '@bijli/ui/format/ago';
import { count } from '@bijli/ui/format/money';
import { Rate } from '@bijli/ui/Rate';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useReviews } from '#api/reviews.ts';
import { useBookmark } from '#api/stations.ts';
import { openDirections } from '#device/directions.ts';
import { useNow } from '#device/ticking.ts';
import { useMessages } from '#messages/messages.ts';
import { visibility } from '#parts/visibility.ts';
import { paths, type ReviewState } from '#paths.ts';
import styles from './Station.module.css';

interface StationHeadProps {
  station: Station;
  /** Unknown until the station has loaded. */
  bookmark: boolean | undefined;
  /** When the server last told, in ms since 1970. */
  updatedAt: number | undefined;
}

/** Name, address, badges, and what can be done with the station itself. */
export function StationHead({ station, bookmark, updatedAt }: StationHeadProps) {
  const messages = useMessages();
  const isAvailable = station.active_charger > 0;
  return (
    <>
      <h1 className={styles.name}>{station.property_name}</h1>
      <p className={styles.address}>{station.address}</p>
      <div className={styles.badges}>
        <Badges>
          <Badge tone={isAvailable ? 'ok' : 'off'} icon={isAvailable ? Check : X}>
            {isAvailable ? messages.stations.available : messages.stations.unavailable}
          </Badge>
          <Badge tone="plain">{visibility(station, messages)}</Badge>
          {station.rate !== undefined && <Rate>{station.rate.toFixed(1)}</Rate>}
        </Badges>
        {updatedAt !== undefined && <Updated at={updatedAt} />}
      </div>
      <Actions station={station} bookmark={bookmark} />
    </>
  );
}

function Updated({ at }: { at: number }) {
  const messages = useMessages();
  const seconds = (useNow() - at) / 1000;
  return <span className={`num ${styles.updated}`}>{messages.station.updated(ago(seconds, messages.time))}</span>;
}

function Actions({ station, bookmark }: Pick<StationHeadProps, 'station' | 'bookmark'>) {
  const messages = useMessages();
  const save = useBookmark(station);
  const goThere = () => {
    const { latitude, longitude } = station as Partial<Station>;
    if (latitude !== undefined && longitude !== undefined) openDirections({ latitude, longitude });
    else alert(messages.errors.noPlace);
  };
  return (
    <div className={styles.actions}>
      <button type="button" onClick={goThere}>
        <Navigation size={20} aria-hidden />
        {messages.station.goToLocation}
      </button>
      <button
        type="button"
        aria-pressed={bookmark ?? false}
        disabled={bookmark === undefined}
        onClick={() => save(!bookmark)}
      >
        <Bookmark size={20} fill={bookmark ? 'currentColor' : 'none'} aria-hidden />
        {bookmark ? messages.station.saved : messages.station.save}
      </button>
      <ReviewsLink station={station} />
    </div>
  );
}

/** The way to the reviews, with what they come to. */
function ReviewsLink({ station }: { station: Station }) {
  const { reviews: messages } = useMessages();
  const { data } = useReviews(station.property_id);
  const average = data?.average ?? station.rate;
  const state: ReviewState = { property_id: station.property_id, property_name: station.property_name };
  return (
    <Link to={paths.reviews} state={state}>
      <span className={styles.rate}>
        <Star size={20} aria-hidden />
        {average !== undefined && <span className="num">{average.toFixed(1)}</span>}
      </span>
      {data && data.count > 0 ? messages.buttonCount(count(data.count)) : messages.button}
    </Link>
  );
}

export function StationHeadSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width="72%" height={32} />
      <Skeleton width="92%" height={20} top={8} />
      <Skeleton width="48%" height={24} top={12} />
      <Skeleton width="100%" height={64} top={16} />
    </div>
  );
}

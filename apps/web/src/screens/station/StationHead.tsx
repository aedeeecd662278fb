import type { Station, StationDetails } from '@bijli/contract/stations';
import { Badge, Badges } from '@bijli/ui/Badge';
import { count } from '@bijli/ui/format/money';
import { Rating } from '@bijli/ui/Rating';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useReviews } from '#api/reviews.ts';
import { useDefaultVehicle } from '#api/vehicles.ts';
import { useMessages } from '#messages/messages.ts';
import { AnswerAge } from '#parts/answers/AnswerAge.tsx';
import { accessLabel } from '#parts/stations/access-label.ts';
import { AvailabilityBadge } from '#parts/stations/StationCard.tsx';
import { accessLimitsOf } from './access.ts';
import { AccessNotes } from './AccessNotes.tsx';
import { WhenAndWhere } from './WhenAndWhere.tsx';
import styles from './StationHead.module.css';

interface StationHeadProps {
  station: Station;
  /** Undefined until the station has loaded. */
  details: StationDetails | undefined;
  /** When the server gave the answer, in ms since 1970. */
  answeredAtMs: number | undefined;
  /** The data is an offline copy, so states may have changed. */
  isCopy: boolean;
}

/** Name, address, badges, opening hours, access, and distance. */
export function StationHead({ station, details, answeredAtMs, isCopy }: StationHeadProps) {
  const messages = useMessages();
  const types = useDefaultVehicle()?.types;
  const { data: reviews } = useReviews(station.property_id);
  const rating = reviews?.average ?? station.rate;
  return (
    <>
      <h1 className={styles.name}>{station.property_name}</h1>
      <p className={styles.address}>{station.address}</p>
      <div className={styles.badges}>
        <Badges>
          <AvailabilityBadge station={station} types={types} isCopy={isCopy} />
          <Badge tone="plain">{accessLabel(station, messages)}</Badge>
          {rating !== undefined && (
            <Rating>
              {rating.toFixed(1)}
              {reviews && reviews.count > 0 && (
                <span className={styles.votes}>{messages.station.votes(count(reviews.count))}</span>
              )}
            </Rating>
          )}
        </Badges>
        <AnswerAge answeredAtMs={answeredAtMs} className={styles.updated} />
      </div>
      <WhenAndWhere station={station} hours={details?.opening_hours} />
      <AccessNotes limits={accessLimitsOf(station, details)} />
    </>
  );
}

export function StationHeadSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width="72%" height={32} />
      <Skeleton width="92%" height={20} top={8} />
      <Skeleton width="48%" height={24} top={12} />
      <Skeleton width="60%" height={44} top={8} />
      <Skeleton width="100%" height={64} top={16} />
    </div>
  );
}

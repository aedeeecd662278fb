import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { distanceKm, type Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { Badge, Badges } from '@bijli/ui/Badge';
import { cx } from '@bijli/ui/cx';
import { rupees } from '@bijli/ui/format/money';
import { distance } from '@bijli/ui/format/text';
import { Rate } from '@bijli/ui/Rate';
import { Skeleton } from '@bijli/ui/Skeleton';
import type { Emphasised } from '#messages/en.ts';
import { useMessages } from '#messages/messages.ts';
import { paths, type StationState } from '#paths.ts';
import { Found } from './Found.tsx';
import { visibility } from './visibility.ts';
import styles from './StationCard.module.css';

interface StationCardProps {
  station: Station;
  /** Where the driver is; without it no distance is shown. */
  from: Place | undefined;
  /** Its pin is the focused one. */
  chosen?: boolean;
  /** Over the map. */
  floating?: boolean;
  /** Without its facts. */
  brief?: boolean;
  /** A searched text, to stand out in name and address. */
  found?: string | undefined;
  /** Something to do with it, at the right of its name. */
  corner?: ReactNode;
  /** How old what is known of it is. */
  seen?: ReactNode;
}

/** A station in a list or over the map; opens it. */
export function StationCard(props: StationCardProps) {
  const { station, from, chosen = false, floating = false, brief = false, found = '', corner, seen } = props;
  const messages = useMessages();
  const state: StationState = { station };
  const isAvailable = station.active_charger > 0;
  const card = (
    <Link
      to={paths.charger}
      state={state}
      className={cx(styles.card, chosen && styles.chosen, floating && styles.floating)}
    >
      <div className={styles.top}>
        <h2 className={styles.name}>
          <Found words={found}>{station.property_name}</Found>
        </h2>
        {station.demo && <Badge tone="plain">{messages.stations.demo}</Badge>}
      </div>
      <p className={styles.address}>
        {from && (
          <>
            <b className="num">{distance(distanceKm(from, station))}</b> ·{' '}
          </>
        )}
        {seen}
        <Found words={found}>{station.address}</Found>
      </p>
      <div className={styles.badges}>
        <Badges>
          <Badge tone={isAvailable ? 'ok' : 'off'} icon={isAvailable ? Check : X}>
            {isAvailable ? messages.stations.available : messages.stations.unavailable}
          </Badge>
          <Badge tone="plain">{visibility(station, messages)}</Badge>
          <Badge tone="plain">{connectorBadge(station.connector_types, messages.stations.fallbackConnector)}</Badge>
          {station.rate !== undefined && <Rate>{station.rate.toFixed(1)}</Rate>}
        </Badges>
      </div>
      {!brief && <StationFacts station={station} />}
    </Link>
  );
  if (corner === undefined) return card;
  return (
    <div className={styles.cornered}>
      {card}
      <div className={styles.corner}>{corner}</div>
    </div>
  );
}

/** The first type and how many more there are; the fallback when the station tells none. */
function connectorBadge(types: string[] | undefined, fallback: string): string {
  const [first, ...more] = types ?? [];
  if (first === undefined) return fallback;
  return more.length === 0 ? first : `${first} +${more.length}`;
}

/** Free connectors, power and price, each only when the answer tells it. */
function StationFacts({ station }: { station: Station }) {
  const { stations: messages } = useMessages();
  const { connectors_free: free, connectors_total: total, power_max: power, price_from: price } = station;
  if (total === undefined && power === undefined && price === undefined) return null;
  return (
    <div className={styles.facts}>
      <Fact parts={free !== undefined && total !== undefined && messages.free(free, total)} />
      <Fact parts={power !== undefined && messages.power(power)} />
      <Fact parts={price !== undefined && messages.price(rupees(price))} />
    </div>
  );
}

/** Keeps its place in the row also when there is nothing to say. */
function Fact({ parts }: { parts: Emphasised | false }) {
  if (!parts) return <span />;
  const [before, figure, after] = parts;
  return (
    <span>
      {before}
      <b>{figure}</b>
      {after}
    </span>
  );
}

/** The card's own shape while stations load. */
export function StationCardSkeleton(): ReactNode {
  return (
    <div className={styles.card} aria-hidden>
      <Skeleton width="58%" height={24} />
      <Skeleton width="82%" height={14} top={6} />
      <div className={styles.badges}>
        <Badges>
          <Skeleton width={92} height={24} />
          <Skeleton width={64} height={24} />
          <Skeleton width={52} height={24} />
        </Badges>
      </div>
      <div className={styles.facts}>
        <Skeleton width={72} height={20} />
        <Skeleton width={88} height={20} />
        <Skeleton width={96} height={20} />
      </div>
    </div>
  );
}

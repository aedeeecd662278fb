import { Bell, CarFront, type LucideIcon, PlugZap, WifiOff } from 'lucide-react';
import type { Charger } from '@bijli/contract/stations';
import { cx } from '@bijli/ui/cx';
import { clockOrDate, clockTime } from '@bijli/ui/format/time';
import { Switch } from '@bijli/ui/Switch';
import { useStationWatch } from '#api/notifications.ts';
import { useNow } from '#device/ticking.ts';
import { useMessages } from '#messages/messages.ts';
import { useDurationUntil } from '#parts/use-duration-until.ts';
import { usePushSwitch } from '#parts/use-push-switch.ts';
import { isAllInUse, type StationState, type Want } from './station-state.ts';
import styles from './StateCard.module.css';

const PICTURES: Record<Want, LucideIcon> = { offline: WifiOff, full: CarFront, unfit: PlugZap };

interface StateCardProps {
  propertyId: string;
  state: StationState & { want: Want };
  chargers: Charger[];
  /** UTC; the last time any charger here was heard. */
  lastSeen: string | undefined;
  /** Connector types that fit the driver's vehicle; empty where they are not known. */
  types: readonly string[];
}

/** Why no charge can be had here now and for how long, and the wish to be told when one can. */
export function StateCard({ propertyId, state, chargers, lastSeen, types }: StateCardProps) {
  const { station: messages } = useMessages();
  const { want, plugs, kind, taken } = state;
  const Glyph = PICTURES[want];
  const title = {
    offline: messages.allOffline,
    full: isAllInUse(state)
      ? messages.inUse(plugs.total ?? 0, kind)
      : messages.taken(taken.inUse, taken.offline, taken.outOfService),
    unfit: messages.noPlugHere,
  }[want];
  return (
    <section className={cx(styles.card, styles[want])} aria-label={title}>
      <div className={styles.state}>
        <Glyph size={24} aria-hidden />
        <div>
          <h2>{title}</h2>
          <Since state={state} chargers={chargers} lastSeen={lastSeen} />
        </div>
      </div>
      {plugs.fits && <StationWatch propertyId={propertyId} types={types} isOffline={want === 'offline'} />}
    </section>
  );
}

function Since({ state, chargers, lastSeen }: Pick<StateCardProps, 'state' | 'chargers' | 'lastSeen'>) {
  const { station: messages } = useMessages();
  const duration = useDurationUntil(state.want === 'full' ? state.nextFreeAt : undefined);
  const now = useNow();
  const last = chargers.flatMap(({ last_charge: at }) => at ?? []).toSorted();
  const parts = {
    offline: [
      lastSeen !== undefined && messages.since(clockOrDate(lastSeen, now)),
      last.length > 0 && messages.lastChargeHere(clockOrDate(last.at(-1) ?? '', now)),
    ],
    full: [duration !== undefined && messages.nextFreeIn(duration)],
    unfit: [],
  }[state.want].filter((part) => part !== false);
  return parts.length > 0 && <p className="num">{parts.join('. ')}</p>;
}

interface StationWatchProps extends Pick<StateCardProps, 'propertyId' | 'types'> {
  isOffline: boolean;
}

/** The switch *Tell me when free*: who watches the station is asked for notifications too. */
function StationWatch({ propertyId, types, isOffline }: StationWatchProps) {
  const { station: messages } = useMessages();
  const { until, change, isChanging } = useStationWatch(propertyId, types);
  const { state, switchTo } = usePushSwitch();
  const isWatching = typeof until === 'string';
  const turnTo = (isWanted: boolean) => {
    change(isWanted);
    if (isWanted && state === 'off') switchTo(true);
  };
  return (
    <div className={styles.tell}>
      <Bell size={24} aria-hidden />
      <div>
        <Switch
          label={isOffline ? messages.tellWhenBack : messages.tellWhenFree}
          hint={<span className="num">{isWatching ? messages.tellsUntil(clockTime(until)) : messages.tellsOnce}</span>}
          checked={isWatching}
          disabled={until === undefined || isChanging}
          onChange={turnTo}
        />
      </div>
    </div>
  );
}

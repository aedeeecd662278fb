import { Bell, CarFront, type LucideIcon, PlugZap, WifiOff } from 'lucide-react';
import type { Charger } from '@bijli/contract/chargers';
import { cx } from '@bijli/ui/cx';
import { clockOrDate, clockTime } from '@bijli/ui/format/time';
import { Switch } from '@bijli/ui/Switch';
import { useStationWatch } from '#api/notifications.ts';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import { useDurationUntil } from '#parts/durations/use-duration-until.ts';
import { usePushSwitch } from '#parts/push/use-push-switch.ts';
import { isAllOccupied, type StationState, type NoneFreeReason } from './station-state.ts';
import styles from './StateCard.module.css';

const PICTURES: Record<NoneFreeReason, LucideIcon> = { offline: WifiOff, noneFree: CarFront, unfit: PlugZap };

interface StateCardProps {
  propertyId: string;
  state: StationState & { whyNone: NoneFreeReason };
  chargers: Charger[];
  /** UTC. When any charger here was last heard. */
  lastSeen: string | undefined;
  /** Connector types that fit the driver's vehicle. Empty when they are not known. */
  types: readonly string[];
}

/** Says why no charge can start here now and until when, with a switch to be told when one can. */
export function StateCard({ propertyId, state, chargers, lastSeen, types }: StateCardProps) {
  const { station: messages } = useMessages();
  const { whyNone, plugs, onlyType, unavailable } = state;
  const Glyph = PICTURES[whyNone];
  const title = {
    offline: messages.allOffline,
    noneFree: isAllOccupied(state)
      ? messages.inUse(plugs.total ?? 0, onlyType)
      : messages.taken(unavailable.occupied, unavailable.offline, unavailable.outOfService),
    unfit: messages.noPlugHere,
  }[whyNone];
  return (
    <section className={cx(styles.card, styles[whyNone])} aria-label={title}>
      <div className={styles.state}>
        <Glyph size={24} aria-hidden />
        <div>
          <h2>{title}</h2>
          <Since state={state} chargers={chargers} lastSeen={lastSeen} />
        </div>
      </div>
      {plugs.fits && <StationWatch propertyId={propertyId} types={types} isOffline={whyNone === 'offline'} />}
    </section>
  );
}

function Since({ state, chargers, lastSeen }: Pick<StateCardProps, 'state' | 'chargers' | 'lastSeen'>) {
  const { station: messages } = useMessages();
  const duration = useDurationUntil(state.whyNone === 'noneFree' ? state.nextFreeAt : undefined);
  const nowMs = useNow();
  const lastCharges = chargers.flatMap(({ last_charge: at }) => at ?? []).toSorted();
  const parts = {
    offline: [
      lastSeen !== undefined && messages.since(clockOrDate(lastSeen, nowMs)),
      lastCharges.length > 0 && messages.lastChargeHere(clockOrDate(lastCharges.at(-1) ?? '', nowMs)),
    ],
    noneFree: [duration !== undefined && messages.nextFreeIn(duration)],
    unfit: [],
  }[state.whyNone].filter((part) => part !== false);
  return parts.length > 0 && <p className="num">{parts.join('. ')}</p>;
}

interface StationWatchProps extends Pick<StateCardProps, 'propertyId' | 'types'> {
  isOffline: boolean;
}

/** The switch *Tell me when free*. A driver who turns it on is also asked to allow notifications. */
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

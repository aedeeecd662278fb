import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { createSerialQueue } from '#kernel/serial-queue.ts';
import type { Network } from '#modules/network/index.ts';
import { availabilityOf, NOTHING_ONLINE, isSameAvailability, type CountedAvailability } from './availability.ts';
import type { TakenConnectors } from './taken-connectors.ts';

/** Changes that come within this time are published together. */
const GATHER_CHANGES_MS = 500;
/** How long a change is repeated to new screens. A screen with an older list loads a new one. */
const RECENT_CHANGE_MS = 30 * SECOND_MS;

export interface StationChange {
  stationId: string;
  availability: CountedAvailability;
}

export interface CountsOptions {
  clock: Clock;
  log: Log;
  network: Pick<Network, 'listChargePointsOf'>;
  isConnected(chargePointId: string): boolean;
  /** Charge points as a driver without a reservation sees them. */
  applyTaken: TakenConnectors['applyTaken'];
  onChanged(changes: StationChange[]): void;
}

/** The usable connectors of each station at its last count. A station that was never counted has nothing online. */
export function createCounts({ clock, log, network, isConnected, applyTaken, onChanged }: CountsOptions) {
  const counted = new Map<string, CountedAvailability>();
  const touched = new Set<string>();
  /** The last change of each station, oldest first. */
  const recentChanges = new Map<string, StationChange & { atMs: number }>();
  let gathering: (() => void) | undefined;
  /** Counts run one after the other, so that an earlier one cannot overwrite a later one. */
  const counting = createSerialQueue();

  /** Counts these stations and publishes those that have changed. */
  async function count(stationIds: string[]): Promise<void> {
    if (stationIds.length === 0) return;
    const found = await applyTaken(await network.listChargePointsOf(stationIds));
    const chargePoints = Map.groupBy(found, ({ stationId }) => stationId);
    const changes: StationChange[] = [];
    for (const stationId of stationIds) {
      const states = (chargePoints.get(stationId) ?? []).map((one) => ({ ...one, isOnline: isConnected(one.id) }));
      const availability = availabilityOf(states);
      if (isSameAvailability(counted.get(stationId) ?? NOTHING_ONLINE, availability)) continue;
      counted.set(stationId, availability);
      changes.push({ stationId, availability });
    }
    publish(changes);
  }

  function publish(changes: StationChange[]): void {
    if (changes.length === 0) return;
    const atMs = clock.now().getTime();
    for (const change of changes) {
      recentChanges.delete(change.stationId);
      recentChanges.set(change.stationId, { ...change, atMs });
    }
    dropOldChanges();
    onChanged(changes);
  }

  function dropOldChanges(): void {
    const oldest = clock.now().getTime() - RECENT_CHANGE_MS;
    for (const [stationId, { atMs }] of recentChanges) {
      if (atMs >= oldest) return;
      recentChanges.delete(stationId);
    }
  }

  async function countTouched(): Promise<void> {
    let stationIds: string[] = [];
    const done = counting.run(() => {
      stationIds = [...touched];
      touched.clear();
      return count(stationIds);
    });
    await done.catch((error: unknown) => {
      log.warn({ event: 'station.availability_not_counted', error }, 'availability could not be counted; trying again');
      for (const id of stationIds) countSoon(id);
    });
  }

  /** Counts a station that has changed, and publishes the result soon. */
  function countSoon(stationId: string | undefined): void {
    if (stationId === undefined) return;
    touched.add(stationId);
    gathering ??= clock.after(GATHER_CHANGES_MS, () => {
      gathering = undefined;
      void countTouched();
    });
  }

  return {
    countSoon,
    listCounted: (): StationChange[] => [...counted].map(([stationId, availability]) => ({ stationId, availability })),
    count: (stationIds: string[]): Promise<void> => counting.run(() => count(stationIds)),

    /** Changes that a screen may have missed between loading its list and listening. */
    listRecentChanges(): StationChange[] {
      dropOldChanges();
      return [...recentChanges.values()];
    },

    async close(): Promise<void> {
      gathering?.();
      gathering = undefined;
      await counting.idle();
    },
  };
}

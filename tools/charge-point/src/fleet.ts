import { DEMO_CAR, type Car } from './car.ts';
import { ChargePoint, type ChargePointOptions } from './charge-point.ts';
import { Timers, realClock, type Clock } from './clock.ts';
import { startCrowd, type Crowd } from './crowd.ts';

/** Number of charge points that connect at the same time, as fast as the central system accepts them. */
const AT_ONCE = 64;
const PLUG_AFTER_MS = 2_000;
const UNPLUG_AFTER_MS = 6_000;

export interface FleetOptions {
  /** Address of the central system without ids: ws://host:port/ocpp */
  url: string;
  chargePoints: Omit<ChargePointOptions, 'url' | 'clock'>[];
  /**
   * The car that plugs in when a remote start comes to a connector without a cable. Missing values come from DEMO_CAR.
   */
  car?: Partial<Car> | undefined;
  /** Address that answers with the car of a start: a `Partial<Car>` as JSON, by `id_tag`. Not used when missing. */
  carUrl?: string | undefined;
  /** Tags of the crowd, which keeps the network as busy as usual at this hour. No crowd when missing. */
  crowd?: readonly string[] | undefined;
  /** The crowd's sessions use the sample interval that the central system configures, instead of one minute. */
  crowdSamplesAsAsked?: boolean | undefined;
  clock?: Clock;
}

/** Changes from an ordinary day. Missing fields change nothing. */
export interface FleetScenario {
  /** Share of connectors that the crowd keeps busy, instead of the share of the hour. */
  busyShare?: number | undefined;
  /** Ids of charge points that lose their link. Their sessions continue. */
  offline?: readonly string[] | undefined;
  /** Ids of charge points that report free connectors but reject each remote start. */
  refusing?: readonly string[] | undefined;
}

export interface Fleet {
  chargePoints: ReadonlyMap<string, ChargePoint>;
  /**
   * Starts a scenario and ends the one before. Unknown ids are ignored. Throws if the scenario needs a crowd and there
   * is none.
   */
  play(scenario: FleetScenario): void;
  /** Resolves when every charge point has tried to connect. Those that failed go on trying. */
  tried: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts many charge points. A simulated driver at each plugs in when the app starts a charge, and leaves after the
 * stop.
 */
export function startFleet({
  url,
  chargePoints: described,
  car,
  carUrl,
  crowd: idTags,
  crowdSamplesAsAsked: samplesAsAsked,
  clock = realClock,
}: FleetOptions): Fleet {
  const chargePoints = new Map<string, ChargePoint>();
  const timers = new Timers(clock);
  let isClosed = false;
  const carFor = async (idTag: string): Promise<Car> => ({
    ...DEMO_CAR,
    ...car,
    ...(carUrl && (await carOf(carUrl, idTag))),
  });

  for (const options of described) {
    // Most charge points allow a new charge before the driver has unplugged.
    const quirks = { finishingAllowsStart: true, ...options.quirks };
    const chargePoint = new ChargePoint({ ...options, quirks, isForgetful: idTags !== undefined, url, clock });
    attend(chargePoint, {
      timers,
      carFor,
      isOfCrowd: (idTag) => idTags?.includes(idTag) === true,
      isOver: () => isClosed,
    });
    chargePoints.set(chargePoint.id, chargePoint);
  }

  let scenario: FleetScenario = {};
  /** Charge points that the scenario keeps offline. */
  let away = new Set<ChargePoint>();
  const those = (ids: readonly string[] = []): ChargePoint[] => ids.flatMap((id) => chargePoints.get(id) ?? []);

  const waiting = chargePoints.values();
  async function connectInTurn(): Promise<void> {
    for (const chargePoint of waiting) {
      if (isClosed) return;
      if (!away.has(chargePoint)) await chargePoint.connect({ patient: true });
    }
  }

  const tried = Promise.all(Array.from({ length: AT_ONCE }, connectInTurn)).then(() => undefined);

  let crowd: Crowd | undefined;
  void tried.then(() => {
    if (!idTags || isClosed) return;
    crowd = startCrowd({ chargePoints: chargePoints.values(), idTags, clock, samplesAsAsked, random: Math.random });
    crowd.want(scenario.busyShare);
  });

  return {
    chargePoints,
    tried,
    play(next) {
      if (next.busyShare !== undefined && !idTags) throw new Error('Nobody charges by card at this fleet.');
      const before = scenario;
      scenario = next;
      crowd?.want(next.busyShare);
      for (const chargePoint of those(before.refusing)) chargePoint.misbehave('RemoteStartTransaction', undefined);
      for (const chargePoint of those(next.refusing)) chargePoint.misbehave('RemoteStartTransaction', 'Rejected');
      const back = away;
      away = new Set(those(next.offline));
      for (const chargePoint of back) if (!away.has(chargePoint)) void chargePoint.connect({ patient: true });
      for (const chargePoint of away) chargePoint.drop();
    },
    async close() {
      isClosed = true;
      crowd?.close();
      timers.cancelAll();
      await Promise.all([...chargePoints.values()].map((chargePoint) => chargePoint.close()));
    },
  };
}

interface Attendance {
  timers: Timers;
  carFor: (idTag: string) => Promise<Car>;
  /** Drivers of the crowd leave when they like. */
  isOfCrowd: (idTag: string) => boolean;
  isOver: () => boolean;
}

/** Simulates the driver at a charge point, who plugs in when asked and leaves after the stop. */
function attend(chargePoint: ChargePoint, { timers, carFor, isOfCrowd, isOver }: Attendance): void {
  chargePoint.on('remoteStart', (number, idTag) => {
    timers.later(PLUG_AFTER_MS, async () => {
      const own = await carFor(idTag);
      if (!isOver() && !chargePoint.connector(number).car) chargePoint.plug(number, own);
    });
  });
  chargePoint.on('transactionStopped', ({ connector: number, idTag }) => {
    if (isOfCrowd(idTag)) return;
    timers.later(UNPLUG_AFTER_MS, () => {
      if (!chargePoint.connector(number).transaction) chargePoint.unplug(number);
    });
  });
}

/** Fetches the car of a driver. The demo car is used when the address does not know it. */
async function carOf(url: string, idTag: string): Promise<Partial<Car>> {
  try {
    const answer = await fetch(`${url}?${new URLSearchParams({ id_tag: idTag })}`);
    return answer.ok ? ((await answer.json()) as Partial<Car>) : {};
  } catch {
    return {};
  }
}

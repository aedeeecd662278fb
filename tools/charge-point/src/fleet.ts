import { DEMO_CAR, type Car } from './car.ts';
import { ChargePoint, type ChargePointOptions } from './charge-point.ts';
import { Plans, realClock, type Clock } from './clock.ts';
import { startCrowd, type Crowd } from './crowd.ts';

/** So many dial in at a time: a central system is met as fast as it can take them. */
const AT_ONCE = 64;
const PLUG_AFTER_MS = 2_000;
const UNPLUG_AFTER_MS = 6_000;

export interface FleetOptions {
  /** Where the central system listens, without ids: ws://host:port/ocpp */
  url: string;
  chargePoints: Omit<ChargePointOptions, 'url' | 'clock'>[];
  /** What plugs in when a remote start meets an empty connector; DEMO_CAR when missing, or where it says nothing. */
  car?: Partial<Car> | undefined;
  /** Where to ask for the car of a start, by `id_tag`: a `Partial<Car>` as JSON. Nobody is asked when missing. */
  carUrl?: string | undefined;
  /** Tags of people who charge by card, so that the network is as busy as at this hour of the day; nobody does when missing. */
  crowd?: readonly string[] | undefined;
  /** Charges of the crowd have samples as often as the central system has asked for, instead of one a minute. */
  crowdSamplesAsAsked?: boolean | undefined;
  clock?: Clock;
}

/** What happens to a fleet besides an ordinary day: where nothing is said, nothing. */
export interface Scene {
  /** The share of connectors that the crowd keeps busy, instead of what the hour says. */
  busyShare?: number | undefined;
  /** Ids of charge points that have lost their link; what runs there goes on. */
  offline?: readonly string[] | undefined;
  /** Ids of charge points that say they are free and refuse each remote start. */
  refusing?: readonly string[] | undefined;
}

export interface Fleet {
  chargePoints: ReadonlyMap<string, ChargePoint>;
  /** From now on this happens, and what another scene has begun is over. Ids that it has not are passed over. Throws when it wants a crowd and there is none. */
  play(scene: Scene): void;
  /** Settles when every charge point has tried to connect; those that failed go on trying. */
  tried: Promise<void>;
  close(): Promise<void>;
}

/** Starts many charge points. A driver stands at each one: they plug in when asked to and leave after the stop. */
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
  const plans = new Plans(clock);
  let isClosed = false;
  const carFor = async (idTag: string): Promise<Car> => ({
    ...DEMO_CAR,
    ...car,
    ...(carUrl && (await carOf(carUrl, idTag))),
  });

  for (const options of described) {
    // As most do: the driver who has not unplugged yet may charge again.
    const quirks = { finishingAllowsStart: true, ...options.quirks };
    const chargePoint = new ChargePoint({ ...options, quirks, isForgetful: idTags !== undefined, url, clock });
    attend(chargePoint, {
      plans,
      carFor,
      isOfCrowd: (idTag) => idTags?.includes(idTag) === true,
      isOver: () => isClosed,
    });
    chargePoints.set(chargePoint.id, chargePoint);
  }

  let scene: Scene = {};
  /** Those that the scene keeps offline. */
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
    crowd.want(scene.busyShare);
  });

  return {
    chargePoints,
    tried,
    play(next) {
      if (next.busyShare !== undefined && !idTags) throw new Error('Nobody charges by card at this fleet.');
      const before = scene;
      scene = next;
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
      plans.callOff();
      await Promise.all([...chargePoints.values()].map((chargePoint) => chargePoint.close()));
    },
  };
}

interface Attendance {
  plans: Plans;
  carFor: (idTag: string) => Promise<Car>;
  /** Whoever came by card leaves when they like. */
  isOfCrowd: (idTag: string) => boolean;
  isOver: () => boolean;
}

/** A driver stands there, who plugs in when asked to and leaves after the stop. */
function attend(chargePoint: ChargePoint, { plans, carFor, isOfCrowd, isOver }: Attendance): void {
  chargePoint.on('remoteStart', (number, idTag) => {
    plans.later(PLUG_AFTER_MS, async () => {
      const own = await carFor(idTag);
      if (!isOver() && !chargePoint.connector(number).car) chargePoint.plug(number, own);
    });
  });
  chargePoint.on('transactionStopped', ({ connector: number, idTag }) => {
    if (isOfCrowd(idTag)) return;
    plans.later(UNPLUG_AFTER_MS, () => {
      if (!chargePoint.connector(number).transaction) chargePoint.unplug(number);
    });
  });
}

/** Whoever does not know it leaves it to the demo car. */
async function carOf(url: string, idTag: string): Promise<Partial<Car>> {
  try {
    const answer = await fetch(`${url}?${new URLSearchParams({ id_tag: idTag })}`);
    return answer.ok ? ((await answer.json()) as Partial<Car>) : {};
  } catch {
    return {};
  }
}

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
  clock?: Clock;
}

export interface Fleet {
  chargePoints: ReadonlyMap<string, ChargePoint>;
  /** Settles when every charge point has tried to connect; those that failed go on trying. */
  tried: Promise<void>;
  close(): Promise<void>;
}

/** Starts many charge points. A driver stands at each one: he plugs in when asked to and leaves after the stop. */
export function startFleet({
  url,
  chargePoints: described,
  car,
  carUrl,
  crowd: idTags,
  clock = realClock,
}: FleetOptions): Fleet {
  const chargePoints = new Map<string, ChargePoint>();
  const plans = new Plans(clock);
  let closed = false;

  function attend(chargePoint: ChargePoint): void {
    chargePoint.on('remoteStart', (number, idTag) => {
      plans.later(PLUG_AFTER_MS, async () => {
        const own = { ...DEMO_CAR, ...car, ...(carUrl && (await carOf(carUrl, idTag))) };
        if (!closed && !chargePoint.connector(number).car) chargePoint.plug(number, own);
      });
    });
    chargePoint.on('transactionStopped', ({ connector: number, idTag }) => {
      // Whoever came by card leaves when he likes.
      if (idTags?.includes(idTag)) return;
      plans.later(UNPLUG_AFTER_MS, () => {
        if (!chargePoint.connector(number).transaction) chargePoint.unplug(number);
      });
    });
  }

  for (const options of described) {
    // As most do: the driver who has not unplugged yet may charge again.
    const quirks = { finishingAllowsStart: true, ...options.quirks };
    const chargePoint = new ChargePoint({ ...options, quirks, forgetful: idTags !== undefined, url, clock });
    attend(chargePoint);
    chargePoints.set(chargePoint.id, chargePoint);
  }

  const waiting = chargePoints.values();
  async function connectInTurn(): Promise<void> {
    for (const chargePoint of waiting) {
      if (closed) return;
      await chargePoint.connect({ patient: true });
    }
  }

  const tried = Promise.all(Array.from({ length: AT_ONCE }, connectInTurn)).then(() => undefined);

  let crowd: Crowd | undefined;
  void tried.then(() => {
    if (idTags && !closed)
      crowd = startCrowd({ chargePoints: chargePoints.values(), idTags, clock, random: Math.random });
  });

  return {
    chargePoints,
    tried,
    async close() {
      closed = true;
      crowd?.close();
      plans.callOff();
      await Promise.all([...chargePoints.values()].map((chargePoint) => chargePoint.close()));
    },
  };
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

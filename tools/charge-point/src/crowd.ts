import type { Car } from './car.ts';
import type { ChargePoint } from './charge-point.ts';
import { Plans, type Clock } from './clock.ts';

/** Share of all connectors that are busy in each hour of an Indian day: most after work, fewest before dawn. */
export const BUSY_BY_HOUR = [
  0.23, 0.21, 0.2, 0.2, 0.2, 0.21, 0.22, 0.24, 0.26, 0.28, 0.29, 0.28, 0.27, 0.27, 0.26, 0.27, 0.29, 0.32, 0.34, 0.35,
  0.34, 0.31, 0.28, 0.25,
] as const;

/** One connector in so many is broken. */
const BROKEN_ONE_IN = 120;
const INDIA_MS = 5.5 * 3_600_000;
const ROUND_MS = 1_000;
/** So many arrive within a second at the most: a network that has just opened fills within a minute. */
const MAX_ARRIVALS_A_ROUND = 40;
/** A sample a minute where nothing else is said, whatever the central system would like: thousands of cars charge at once. */
const SAMPLE_SECONDS = 60;
const LOOK_MS = 60_000;
/** A car stays on after it has what it came for, and is gone at the latest after so long. */
const LINGER_MS = { min: 20_000, max: 5 * 60_000 };
const MAX_STAY_MS = { AC: 4 * 3_600_000, DC: 70 * 60_000 };

/** What people in India drive: battery in Wh, and what it takes from DC and AC charge points. */
const CARS: Omit<Car, 'soc'>[] = [
  { batteryWh: 24_000, maxPowerW: 25_000, maxAcPowerW: 3_300 },
  { batteryWh: 30_000, maxPowerW: 30_000, maxAcPowerW: 7_200 },
  { batteryWh: 40_500, maxPowerW: 50_000, maxAcPowerW: 7_200 },
  { batteryWh: 45_000, maxPowerW: 60_000, maxAcPowerW: 7_200 },
  { batteryWh: 50_300, maxPowerW: 80_000, maxAcPowerW: 7_400 },
  { batteryWh: 60_500, maxPowerW: 100_000, maxAcPowerW: 11_000 },
  { batteryWh: 79_000, maxPowerW: 175_000, maxAcPowerW: 11_000 },
];

export interface CrowdOptions {
  chargePoints: Iterable<ChargePoint>;
  /** Tags that the central system lets charge. */
  idTags: readonly string[];
  clock: Clock;
  /** Samples come as often as the central system has asked for. */
  samplesAsAsked?: boolean | undefined;
  /** A number from 0 to 1. */
  random: () => number;
}

export interface Crowd {
  /** The share of connectors that are to be busy, until told otherwise; undefined for what the hour says. */
  want(share: number | undefined): void;
  close(): void;
}

interface Place {
  chargePoint: ChargePoint;
  connector: number;
}

/** People who charge at a network by card. They come and go so that about as many connectors are busy as at this hour of the day. */
export function startCrowd({ chargePoints, idTags, clock, samplesAsAsked, random }: CrowdOptions): Crowd {
  const sampling = samplesAsAsked ? {} : { sampleSeconds: SAMPLE_SECONDS };
  const plans = new Plans(clock);
  const places = [...chargePoints].flatMap((chargePoint) =>
    chargePoint.connectorNumbers.map((connector): Place => ({ chargePoint, connector })),
  );
  const visits = new Set<Place>();
  let wanted: number | undefined;
  /** Whoever comes while the network fills has been there for a while. */
  let isFilling = true;

  const between = (min: number, max: number): number => min + (max - min) * random();
  const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];

  function hour(): number {
    return new Date(clock.now().getTime() + INDIA_MS).getUTCHours();
  }

  function isFree({ chargePoint, connector }: Place): boolean {
    const { car, isFree, status } = chargePoint.connector(connector);
    return chargePoint.isOnline && !car && isFree && status === 'Available';
  }

  function round(): void {
    const share = wanted ?? BUSY_BY_HOUR[hour()] ?? 0;
    const missing = Math.ceil(share * places.length) - visits.size;
    const free = missing > 0 ? places.filter((place) => !visits.has(place) && isFree(place)) : [];
    for (let left = Math.min(missing, MAX_ARRIVALS_A_ROUND, free.length); left > 0; left -= 1) {
      const [place] = free.splice(Math.floor(random() * free.length), 1);
      if (place) void arrive(place);
    }
    if (missing <= 0) isFilling = false;
    plans.later(ROUND_MS, round);
  }

  async function arrive(place: Place): Promise<void> {
    const { chargePoint, connector } = place;
    const model = oneOf(CARS);
    const idTag = oneOf(idTags);
    if (!model || !idTag) return;
    visits.add(place);
    const cameWith = between(8, 55);
    const leavesWith = between(Math.max(60, cameWith + 10), 100);
    const soc = isFilling ? between(cameWith, leavesWith) : cameWith;
    chargePoint.plug(connector, { ...model, soc });
    const hasBegun = await chargePoint.present(connector, idTag, sampling).catch(() => false);
    if (!hasBegun) return leave(place);
    const { current } = chargePoint.connector(connector);
    const mustGo = clock.now().getTime() + MAX_STAY_MS[current] * between(0.5, 1);
    watch(place, leavesWith, mustGo);
  }

  function watch(place: Place, leavesWith: number, mustGo: number): void {
    plans.later(LOOK_MS, () => {
      const { car, transaction } = place.chargePoint.connector(place.connector);
      const isDone = !transaction || !car || car.soc >= leavesWith || clock.now().getTime() >= mustGo;
      if (!isDone) return watch(place, leavesWith, mustGo);
      place.chargePoint.stop(place.connector);
      plans.later(between(LINGER_MS.min, LINGER_MS.max), () => leave(place));
    });
  }

  function leave(place: Place): void {
    // Somebody else may charge here by now.
    if (!place.chargePoint.connector(place.connector).transaction) place.chargePoint.unplug(place.connector);
    visits.delete(place);
  }

  for (const { chargePoint, connector } of places)
    if (random() * BROKEN_ONE_IN < 1) chargePoint.fault(connector, 'ConnectorLockFailure');
  round();

  return {
    want(share) {
      wanted = share;
    },
    close: () => plans.callOff(),
  };
}

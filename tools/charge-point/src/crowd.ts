import type { Car } from './car.ts';
import type { ChargePoint } from './charge-point.ts';
import { Timers, type Clock } from './clock.ts';

/** Share of connectors that are busy in each hour of an Indian day: highest after work, lowest before dawn. */
export const BUSY_BY_HOUR = [
  0.23, 0.21, 0.2, 0.2, 0.2, 0.21, 0.22, 0.24, 0.26, 0.28, 0.29, 0.28, 0.27, 0.27, 0.26, 0.27, 0.29, 0.32, 0.34, 0.35,
  0.34, 0.31, 0.28, 0.25,
] as const;

/** One connector in this many is out of order. */
const BROKEN_ONE_IN = 120;
const INDIA_MS = 5.5 * 3_600_000;
const ROUND_MS = 1_000;
/** The most arrivals in a second. A new network fills within a minute. */
const MAX_ARRIVALS_A_ROUND = 40;
/**
 * Interval of samples of the crowd, whatever the central system configures, because thousands of cars charge at once.
 */
const SAMPLE_SECONDS = 60;
const LOOK_MS = 60_000;
/** A car stays for a while after its charge, within these limits. */
const LINGER_MS = { min: 20_000, max: 5 * 60_000 };
const MAX_STAY_MS = { AC: 4 * 3_600_000, DC: 70 * 60_000 };

/** Common vehicles in India: battery in Wh, and the power they take from DC and AC charge points. */
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
  /** Tags that the central system accepts. */
  idTags: readonly string[];
  clock: Clock;
  /** Uses the sample interval that the central system configures. */
  samplesAsAsked?: boolean | undefined;
  /** Returns a number from 0 to 1. */
  random: () => number;
}

export interface Crowd {
  /** Sets the share of connectors that should be busy. Undefined returns to the share of the hour. */
  want(share: number | undefined): void;
  close(): void;
}

interface Place {
  chargePoint: ChargePoint;
  connector: number;
}

/**
 * Simulates people who charge by card. They come and go so that about as many connectors are busy as usual at this
 * hour.
 */
export function startCrowd({ chargePoints, idTags, clock, samplesAsAsked, random }: CrowdOptions): Crowd {
  const sampling = samplesAsAsked ? {} : { sampleSeconds: SAMPLE_SECONDS };
  const timers = new Timers(clock);
  const places = [...chargePoints].flatMap((chargePoint) =>
    chargePoint.connectorNumbers.map((connector): Place => ({ chargePoint, connector })),
  );
  const visits = new Set<Place>();
  let wanted: number | undefined;
  /** Cars that come while the network fills have already been there for a while, with a part of their charge done. */
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
    timers.later(ROUND_MS, round);
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
    timers.later(LOOK_MS, () => {
      const { car, transaction } = place.chargePoint.connector(place.connector);
      const isDone = !transaction || !car || car.soc >= leavesWith || clock.now().getTime() >= mustGo;
      if (!isDone) return watch(place, leavesWith, mustGo);
      place.chargePoint.stop(place.connector);
      timers.later(between(LINGER_MS.min, LINGER_MS.max), () => leave(place));
    });
  }

  function leave(place: Place): void {
    // Another car may charge here by now.
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
    close: () => timers.cancelAll(),
  };
}

/**
 * How much energy a car takes and how long it takes it, by what is known of the car and the connector. The figures of the charge
 * sheet and of the running charge come from here, so that they cannot differ.
 */

export type Current = 'AC' | 'DC';

/** What a plug of this type gives, by its name alone. */
export function currentOfPlug(type: string): Current {
  return /ccs|chademo|gb\/t|dc/i.test(type) ? 'DC' : 'AC';
}

/** What the arithmetic knows of a connector and the car at it. */
export interface Supply {
  current: Current;
  /** W; 0 where nobody knows it. */
  connectorW: number;
  /** W that the car takes of this current; missing when no source vouches for the figure, and then assumed. */
  carW?: number | undefined;
  /** Wh; missing likewise. */
  batteryWh?: number | undefined;
  /** Percent of the battery now; missing where nobody has told. */
  soc?: number | undefined;
  /** What flows now, where a charge runs. */
  measured?: MeasuredPower | undefined;
}

/** A power that was measured, and from 0 to 1 how far it is believed to stay. */
export interface MeasuredPower {
  watts: number;
  trust: number;
}

/** W that a car is taken to draw when no source vouches for its figure: less than most can, so that no time is too short. */
const ASSUMED_W: Record<Current, number> = { AC: 7_200, DC: 50_000 };

/** Percent of what the meter counts that the battery gets: cable, cooling and the car's own rectifier take the rest. */
const GETS_PERCENT: Record<Current, number> = { AC: 90, DC: 95 };
/** Percent of what the meter counts that does not get into the battery. */
export function lossPercent({ current }: Supply): number {
  return 100 - GETS_PERCENT[current];
}

/** A DC charge runs at so much of what both can do, until the battery is so full; above that a car takes a third of its power. */
export const DC_PERCENT = 80;
const KNEE_SOC = 80;
const ABOVE_KNEE = 3;
const MINUTES_PER_HOUR = 60;

/** Wh that the meter counts while the battery gains so many percent; nothing when its size is not known. */
export function meterWh(percent: number, { batteryWh, current }: Supply): number | undefined {
  return batteryWh === undefined ? undefined : Math.round((percent * batteryWh) / GETS_PERCENT[current]);
}

/** Percent that the battery gains from what the meter counts; nothing when its size is not known. */
export function percentOf(wh: number, { batteryWh, current }: Supply): number | undefined {
  return batteryWh === undefined ? undefined : (wh * GETS_PERCENT[current]) / batteryWh;
}

/** Percent that the battery stands at after so much; nothing when it is not known where it stands now. */
export function socAfter(wh: number, supply: Supply): number | undefined {
  const gained = percentOf(wh, supply);
  return supply.soc === undefined || gained === undefined ? undefined : Math.min(100, supply.soc + gained);
}

/**
 * Percent that are bought beyond a target: cars tell whole percents and losses differ, and it is the target that is to end the
 * charge, not what was bought. What does not flow is not paid for.
 */
export const SPARE_PERCENT = 1;

/** Wh to buy for a charge to so many percent; nothing where the battery's size or level is not known. */
export function whToTarget(percent: number, supply: Supply): number | undefined {
  if (supply.soc === undefined) return undefined;
  return percent <= supply.soc ? 0 : meterWh(Math.min(100, percent + SPARE_PERCENT) - supply.soc, supply);
}

/** Percent that the battery stood at when so much was bought for a target; nothing when its size is not known. */
export function socBefore(percent: number, boughtWh: number, supply: Supply): number | undefined {
  const gains = percentOf(boughtWh, supply);
  return gains === undefined ? undefined : Math.min(100, percent + SPARE_PERCENT) - gains;
}

/** Wh until the battery is full; all that it holds where nobody has told how full it is. */
export function whToFull(supply: Supply): number | undefined {
  return meterWh(100 - (supply.soc ?? 0), supply);
}

/** W that the car takes; assumed where no source tells: no more than would fill its battery within an hour. */
export function carPower({ current, carW, batteryWh = Infinity }: Omit<Supply, 'connectorW'>): number {
  return carW ?? Math.min(ASSUMED_W[current], batteryWh);
}

/** W that the car is assumed to take, where the charge is reckoned by that: no source tells, and the connector gives more. */
export function assumedPower(supply: Supply): number | undefined {
  const watts = carPower(supply);
  return supply.carW === undefined && watts < supply.connectorW ? watts : undefined;
}

interface Stage {
  /** Wh that flow in it. */
  wh: number;
  watts: number;
  isSinking?: boolean;
}

/** The powers that a charge goes through, one after the other, as expected and as measured; none when the connector's is not known. */
function stagesOf(supply: Supply): Stage[] {
  const [now, next] = expectedStages(supply);
  const { measured } = supply;
  if (!now || !measured) return [now, next].filter((stage) => stage !== undefined);
  // Above the knee it sinks further.
  const flows = now.isSinking ? Math.min(measured.watts, now.watts) : measured.watts;
  const watts = now.watts + (flows - now.watts) * measured.trust;
  if (!next) return [{ ...now, watts }];
  // A car of which nobody knows what it takes is seen to take more.
  const more = supply.carW === undefined ? Math.max(1, watts / now.watts) : 1;
  return [
    { ...now, watts },
    { ...next, watts: Math.min(next.watts * more, watts) },
  ];
}

function expectedStages(supply: Supply): [Stage?, Stage?] {
  const { current, connectorW, soc } = supply;
  const carW = carPower(supply);
  const both = Math.min(connectorW, carW);
  if (both <= 0) return [];
  if (current === 'AC') return [{ wh: Infinity, watts: both }];
  const fast = (both * DC_PERCENT) / 100;
  const toKnee = soc === undefined ? undefined : meterWh(Math.max(0, KNEE_SOC - soc), supply);
  if (toKnee === undefined) return [{ wh: Infinity, watts: fast }];
  const slow = { wh: Infinity, watts: Math.min(fast, carW / ABOVE_KNEE), isSinking: true };
  return toKnee === 0 ? [slow] : [{ wh: toKnee, watts: fast }, slow];
}

/** Whole minutes that so much takes, at least one; nothing when the connector's power is not known. */
export function minutesFor(wh: number, supply: Supply): number | undefined {
  const stages = stagesOf(supply);
  if (stages.length === 0) return undefined;
  let left = wh;
  let minutes = 0;
  for (const stage of stages) {
    const flows = Math.min(left, stage.wh);
    minutes += (flows / stage.watts) * MINUTES_PER_HOUR;
    left -= flows;
  }
  return wh > 0 ? Math.max(1, Math.round(minutes)) : 0;
}

/** Whole minutes that so much takes at a steady power, rounded up. */
export function minutesAt(wh: number, powerW: number): number {
  return Math.ceil((wh / powerW) * MINUTES_PER_HOUR);
}

/** Wh that flow within so many minutes. */
export function whInMinutes(minutes: number, supply: Supply): number {
  let left = minutes;
  let wh = 0;
  for (const stage of stagesOf(supply)) {
    const takes = Math.min(left, (stage.wh / stage.watts) * MINUTES_PER_HOUR);
    wh += (takes * stage.watts) / MINUTES_PER_HOUR;
    left -= takes;
  }
  return Math.round(wh);
}

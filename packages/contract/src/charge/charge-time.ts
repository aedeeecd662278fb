/**
 * How much energy a car takes and how long that takes, from what is known about the car and the connector. The charge
 * sheet and the running charge both use this file, so their figures cannot differ.
 */

export type Current = 'AC' | 'DC';

/** AC or DC, decided by the name of the connector type alone. */
export function currentOfPlug(type: string): Current {
  return /ccs|chademo|gb\/t|dc/i.test(type) ? 'DC' : 'AC';
}

/** What is known about a connector and the car at it. */
export interface PluggedCar {
  current: Current;
  /** W. 0 when nobody knows it. */
  connectorW: number;
  /** W that the car takes from this current. When no source is known for it, it is missing and a value is assumed. */
  carW?: number | undefined;
  /** Wh. Missing when no source is known for it. */
  batteryWh?: number | undefined;
  /** State of charge now, in percent. Missing when nobody has told it. */
  soc?: number | undefined;
  /** The measured power of a running charge. */
  measured?: MeasuredPower | undefined;
}

/** A measured power, and how far it is expected to stay, from 0 to 1. */
export interface MeasuredPower {
  watts: number;
  trust: number;
}

/** W that an unknown car is assumed to draw. Most cars can draw more, so that no estimated time is too short. */
const ASSUMED_W: Record<Current, number> = { AC: 7_200, DC: 50_000 };

/**
 * How many percent of the metered energy reach the battery. Cable, cooling and the car's own rectifier take the rest.
 */
const REACHES_BATTERY_PERCENT: Record<Current, number> = { AC: 90, DC: 95 };
/** How many percent of the metered energy do not reach the battery. */
export function lossPercent({ current }: PluggedCar): number {
  return 100 - REACHES_BATTERY_PERCENT[current];
}

/**
 * Up to this state of charge a DC charge runs at the lower power of car and connector. Above it a car takes a third of
 * its power.
 */
export const DC_PERCENT = 80;
/** From this state of charge on, in percent, a DC charge is slow. */
export const KNEE_SOC = 80;
const ABOVE_KNEE = 3;
const MINUTES_PER_HOUR = 60;

/** Wh on the meter while the battery gains this many percent. Undefined if the battery's size is not known. */
export function meterWh(percent: number, { batteryWh, current }: PluggedCar): number | undefined {
  return batteryWh === undefined ? undefined : Math.round((percent * batteryWh) / REACHES_BATTERY_PERCENT[current]);
}

/** Percent that the battery gains from this energy on the meter. Undefined if its size is not known. */
export function percentOf(wh: number, { batteryWh, current }: PluggedCar): number | undefined {
  return batteryWh === undefined ? undefined : (wh * REACHES_BATTERY_PERCENT[current]) / batteryWh;
}

/** State of charge after this much energy. Undefined if the present one is not known. */
export function socAfter(wh: number, car: PluggedCar): number | undefined {
  const gained = percentOf(wh, car);
  return car.soc === undefined || gained === undefined ? undefined : Math.min(100, car.soc + gained);
}

/**
 * Percent to buy beyond a target. Cars report whole percents and losses vary, and the target should end the charge, not
 * the purchase. The driver does not pay for energy that does not flow.
 */
export const SPARE_PERCENT = 1;

/** Wh to buy for a charge to this percentage. Undefined if the battery's size or level is not known. */
export function whToTarget(percent: number, car: PluggedCar): number | undefined {
  if (car.soc === undefined) return undefined;
  return percent <= car.soc ? 0 : meterWh(Math.min(100, percent + SPARE_PERCENT) - car.soc, car);
}

/** State of charge when this energy was bought for a target. Undefined if the battery's size is not known. */
export function socBefore(percent: number, boughtWh: number, car: PluggedCar): number | undefined {
  const gains = percentOf(boughtWh, car);
  return gains === undefined ? undefined : Math.min(100, percent + SPARE_PERCENT) - gains;
}

/** Wh until the battery is full. All that it holds when nobody has told how full it is. */
export function whToFull(car: PluggedCar): number | undefined {
  return meterWh(100 - (car.soc ?? 0), car);
}

/** W that the car takes. Without a source it is assumed: at most the power that fills its battery in an hour. */
export function carPower({ current, carW, batteryWh = Infinity }: Omit<PluggedCar, 'connectorW'>): number {
  return carW ?? Math.min(ASSUMED_W[current], batteryWh);
}

/**
 * W that the car is assumed to take. Undefined unless an estimate uses it: no source is known and the connector gives
 * more.
 */
export function assumedPower(car: PluggedCar): number | undefined {
  const watts = carPower(car);
  return car.carW === undefined && watts < car.connectorW ? watts : undefined;
}

interface Stage {
  /** Wh that flow in this stage. */
  wh: number;
  watts: number;
  isSinking?: boolean;
}

/**
 * The powers that a charge passes through, in order, as expected and as measured. Empty when the connector's power is
 * not known.
 */
function stagesOf(car: PluggedCar): Stage[] {
  const [now, next] = expectedStages(car);
  const { measured } = car;
  if (!now || !measured) return [now, next].filter((stage) => stage !== undefined);
  // Above `DC_PERCENT` the power sinks further.
  const flows = now.isSinking ? Math.min(measured.watts, now.watts) : measured.watts;
  const watts = now.watts + (flows - now.watts) * measured.trust;
  if (!next) return [{ ...now, watts }];
  // A car of unknown power turns out to take more.
  const more = car.carW === undefined ? Math.max(1, watts / now.watts) : 1;
  return [
    { ...now, watts },
    { ...next, watts: Math.min(next.watts * more, watts) },
  ];
}

function expectedStages(car: PluggedCar): [Stage?, Stage?] {
  const { current, connectorW, soc } = car;
  const carW = carPower(car);
  const both = Math.min(connectorW, carW);
  if (both <= 0) return [];
  if (current === 'AC') return [{ wh: Infinity, watts: both }];
  const fast = (both * DC_PERCENT) / 100;
  const toKnee = soc === undefined ? undefined : meterWh(Math.max(0, KNEE_SOC - soc), car);
  if (toKnee === undefined) return [{ wh: Infinity, watts: fast }];
  const slow = { wh: Infinity, watts: Math.min(fast, carW / ABOVE_KNEE), isSinking: true };
  return toKnee === 0 ? [slow] : [{ wh: toKnee, watts: fast }, slow];
}

/** Whole minutes that this energy takes, at least one. Undefined if the connector's power is not known. */
export function minutesFor(wh: number, car: PluggedCar): number | undefined {
  const minutes = exactMinutesFor(wh, car);
  if (minutes === undefined) return undefined;
  return wh > 0 ? Math.max(1, Math.round(minutes)) : 0;
}

function exactMinutesFor(wh: number, car: PluggedCar): number | undefined {
  const stages = stagesOf(car);
  if (stages.length === 0) return undefined;
  let left = wh;
  let minutes = 0;
  for (const stage of stages) {
    const flows = Math.min(left, stage.wh);
    minutes += (flows / stage.watts) * MINUTES_PER_HOUR;
    left -= flows;
  }
  return minutes;
}

/** Whole minutes that this energy takes at a steady power, rounded up. */
export function minutesAt(wh: number, powerW: number): number {
  return Math.ceil((wh / powerW) * MINUTES_PER_HOUR);
}

/** Wh that flow within this many minutes. */
export function whInMinutes(minutes: number, car: PluggedCar): number {
  let left = minutes;
  let wh = 0;
  for (const stage of stagesOf(car)) {
    const takes = Math.min(left, (stage.wh / stage.watts) * MINUTES_PER_HOUR);
    wh += (takes * stage.watts) / MINUTES_PER_HOUR;
    left -= takes;
  }
  return Math.round(wh);
}

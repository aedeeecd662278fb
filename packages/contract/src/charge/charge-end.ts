import {
  currentOfPlug,
  meterWh,
  minutesAt,
  minutesFor,
  socBefore,
  type PluggedCar,
  whToFull,
  whInMinutes,
} from './charge-time.ts';

/** A meter reading of a running charge, in the fields of the API. */
export interface Reading {
  /** Percent. Null if the car does not tell. */
  soc: number | null;
  /** kWh so far. */
  unit: number;
  /** kW now. Null if the charger does not tell. */
  power_output: number | null;
}

/** What was bought, in the fields of the API. */
export interface Bought {
  units_bought?: number | undefined;
  target_soc?: number | undefined;
  battery_capacity?: number | undefined;
  connector_type?: string | undefined;
  /** kW of the connector. Missing or 0 when nobody knows it. */
  connector_power?: number | undefined;
  /** kW that the car takes from the connector's current. */
  car_power?: number | undefined;
}

/** The expected end of a running charge. */
export interface ChargeEnd {
  /**
   * State of charge that ends the charge, in percent: the target, or 100 when the battery holds less than was bought.
   * Undefined if the bought units end the charge.
   */
  percent: number | undefined;
  leftWh: number;
  /**
   * Minutes left: at first as the charge sheet estimates, then more and more by the present power. Undefined while
   * neither is known.
   */
  minutes: number | undefined;
  /** State of charge at the end, in percent. Undefined if it cannot be known. */
  soc: number | undefined;
}

/** Below this power a charger idles, and no end can be estimated from it. */
const MIN_POWER_W = 100;
/** Before the battery has gained this much, the energy of one percent is not known well enough. */
const MIN_GAINED_PERCENT = 2;
/** Cars report whole percents. Ends that are this close count as the same end. */
const ROUNDING_PERCENT = 1.5;
const WH_PER_KWH = 1000;
/** After the energy that was expected in this many minutes, the estimate uses the present power alone. */
const TRUSTED_AFTER_MINUTES = 10;

/**
 * The expected end: at the target percentage or with a full battery if that comes first, otherwise when the units are
 * used up. `socAtStart` is in percent.
 */
export function chargeEndOf(told: Reading, bought: Bought, socAtStart: number | undefined): ChargeEnd | undefined {
  if (bought.units_bought === undefined) return undefined;
  const reading = withTypedSoc(told, bought);
  const unitsWh = Math.max(0, Math.round((bought.units_bought - reading.unit) * WH_PER_KWH));
  const percentWh = whOfPercent(reading, bought, socAtStart);
  const { soc } = reading;
  const target = soc === null || percentWh === undefined ? undefined : bought.target_soc;
  const car = pluggedCarOf(reading, bought, socAtStart);
  const endAt = (percent: number | undefined, leftWh: number, socAtEnd: number | undefined): ChargeEnd => ({
    percent,
    leftWh,
    minutes: minutesOf(leftWh, reading, car),
    soc: socAtEnd,
  });
  const targetWh = Math.max(0, Math.round(((target ?? 0) - (soc ?? 0)) * (percentWh ?? 0)));
  const isTarget = target !== undefined && targetWh <= unitsWh + ROUNDING_PERCENT * (percentWh ?? 0);
  if (isTarget) return endAt(target, Math.min(targetWh, unitsWh), target);
  if (soc === null || percentWh === undefined) return endAt(undefined, unitsWh, undefined);
  const fullWh = Math.round((100 - soc) * percentWh);
  return unitsWh > fullWh + ROUNDING_PERCENT * percentWh
    ? endAt(100, fullWh, 100)
    : endAt(undefined, unitsWh, Math.min(100, soc + unitsWh / percentWh));
}

/**
 * Minutes for the energy that is left and fits into the battery. It uses the estimate of the charge sheet, so that a
 * charge begins with the figure it was bought with. A power that has only begun to rise changes it little.
 */
function minutesOf(leftWh: number, { power_output: powerKw, unit }: Reading, car: PluggedCar): number | undefined {
  const watts = (powerKw ?? 0) * WH_PER_KWH;
  const isIdle = watts < MIN_POWER_W && powerKw !== null;
  const expectedWh = whInMinutes(TRUSTED_AFTER_MINUTES, car);
  if (expectedWh === 0) return watts < MIN_POWER_W ? undefined : minutesAt(leftWh, watts);
  if (isIdle && unit > 0) return undefined;
  const trust = powerKw === null ? 0 : Math.min(1, (unit * WH_PER_KWH) / expectedWh);
  const holds = whToFull(car) ?? leftWh;
  return minutesFor(Math.min(leftWh, holds), { ...car, measured: { watts, trust } });
}

/** State of charge at the start, in percent, as the driver typed it on the sheet for a charge to a percentage. */
function typedSoc({ target_soc: target, units_bought: units = 0 }: Bought, car: PluggedCar): number | undefined {
  return target === undefined ? undefined : socBefore(target, units * WH_PER_KWH, car);
}

/** Fills in the typed state of charge until the car reports one. Cars report it on DC only. */
export function withTypedSoc<R extends Reading>(reading: R, bought: Bought): R {
  const { units_bought: units, connector_type: type, battery_capacity: kwh } = bought;
  const isFirst = reading.soc === null && reading.unit === 0;
  if (!isFirst || units === undefined || type === undefined || kwh === undefined || currentOfPlug(type) !== 'DC')
    return reading;
  const soc = typedSoc(bought, pluggedCarOf(reading, bought, undefined));
  return soc === undefined ? reading : { ...reading, soc: Math.round(soc) };
}

/** The facts that the sheet used, with the state of charge that the car reports. */
function pluggedCarOf({ soc }: Reading, bought: Bought, socAtStart: number | undefined): PluggedCar {
  const { connector_type: type, connector_power: connectorKw = 0, car_power: carKw, battery_capacity: kwh } = bought;
  const watts = (kw: number | undefined) => (kw === undefined ? undefined : Math.round(kw * WH_PER_KWH));
  const isDc = soc !== null || type === undefined ? soc !== null : currentOfPlug(type) === 'DC';
  const car: PluggedCar = {
    current: isDc ? 'DC' : 'AC',
    connectorW: watts(connectorKw) ?? 0,
    carW: watts(carKw),
    batteryWh: watts(kwh),
  };
  return { ...car, soc: soc ?? socAtStart ?? typedSoc(bought, car) };
}

/**
 * Wh on the meter for one percent: calculated from the battery's size if known, otherwise from the percents gained so
 * far.
 */
function whOfPercent(
  { soc, unit }: Reading,
  { battery_capacity: kwh }: Bought,
  socAtStart: number | undefined,
): number | undefined {
  // Only cars on DC report their battery, so the current is DC.
  if (kwh !== undefined) return meterWh(1, { current: 'DC', connectorW: 0, batteryWh: kwh * WH_PER_KWH });
  if (soc === null || socAtStart === undefined || soc - socAtStart < MIN_GAINED_PERCENT || unit <= 0) return undefined;
  return (unit * WH_PER_KWH) / (soc - socAtStart);
}

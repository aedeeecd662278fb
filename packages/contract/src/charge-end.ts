import {
  currentOfPlug,
  meterWh,
  minutesAt,
  minutesFor,
  socBefore,
  type Supply,
  whToFull,
  whInMinutes,
} from './charge-time.ts';

/** What a reading tells of a running charge, as the wire has it. */
export interface Reading {
  /** Percent; null when the car does not tell. */
  soc: number | null;
  /** kWh so far */
  unit: number;
  /** kW now; null when the charger does not tell. */
  power_output: number | null;
}

/** What was bought, as the wire has it. */
export interface Bought {
  units_bought?: number | undefined;
  target_soc?: number | undefined;
  battery_capacity?: number | undefined;
  connector_type?: string | undefined;
  /** kW that the connector gives; missing or 0 where nobody knows it. */
  connector_power?: number | undefined;
  /** kW that the car takes of its current. */
  car_power?: number | undefined;
}

/** Where a running charge ends. */
export interface ChargeEnd {
  /** Percent of the battery that it stops at; undefined where the units that were bought end it. */
  percent: number | undefined;
  leftWh: number;
  /** As the charge sheet reckons it, and by and by at the power of now; undefined while neither is known. */
  minutes: number | undefined;
  /** Percent that the battery will stand at; undefined where that cannot be known. */
  soc: number | undefined;
}

/** Below this a charger idles, and no end can be reckoned from it. */
const MIN_POWER_W = 100;
/** Before this much is gained the share of a unit in the battery is not known well enough. */
const MIN_GAINED_PERCENT = 2;
/** Cars tell whole percents: so much beside the units that were bought is still the same end. */
const ROUNDING_PERCENT = 1.5;
const WH_PER_KWH = 1000;
/** Once as much has flowed as was expected of so many minutes, the power of now is what is reckoned with. */
const TRUSTED_AFTER_MINUTES = 10;

/** The end of what was bought: the percentage where that comes first, else the units. `socAtStart`: percent. */
export function chargeEndOf(told: Reading, bought: Bought, socAtStart: number | undefined): ChargeEnd | undefined {
  if (bought.units_bought === undefined) return undefined;
  const reading = withTypedSoc(told, bought);
  const unitsWh = Math.max(0, Math.round((bought.units_bought - reading.unit) * WH_PER_KWH));
  const percentWh = whOfPercent(reading, bought, socAtStart);
  const { soc } = reading;
  const target = soc === null || percentWh === undefined ? undefined : bought.target_soc;
  const targetWh = Math.max(0, Math.round(((target ?? 0) - (soc ?? 0)) * (percentWh ?? 0)));
  const isTarget = target !== undefined && targetWh <= unitsWh + ROUNDING_PERCENT * (percentWh ?? 0);
  const leftWh = isTarget ? Math.min(targetWh, unitsWh) : unitsWh;
  const byUnits = soc === null || percentWh === undefined ? undefined : Math.min(100, soc + leftWh / percentWh);
  return {
    percent: isTarget ? target : undefined,
    leftWh,
    minutes: minutesOf(leftWh, reading, supplyOf(reading, bought, socAtStart)),
    soc: isTarget ? target : byUnits,
  };
}

/**
 * The sheet's own minutes for what is left and fits into the battery, so that a charge begins with what it was bought with; a power that has only begun to
 * rise moves them little.
 */
function minutesOf(leftWh: number, { power_output: powerKw, unit }: Reading, supply: Supply): number | undefined {
  const watts = (powerKw ?? 0) * WH_PER_KWH;
  const isIdle = watts < MIN_POWER_W && powerKw !== null;
  const expectedWh = whInMinutes(TRUSTED_AFTER_MINUTES, supply);
  if (expectedWh === 0) return watts < MIN_POWER_W ? undefined : minutesAt(leftWh, watts);
  if (isIdle && unit > 0) return undefined;
  const trust = powerKw === null ? 0 : Math.min(1, (unit * WH_PER_KWH) / expectedWh);
  const holds = whToFull(supply) ?? leftWh;
  return minutesFor(Math.min(leftWh, holds), { ...supply, measured: { watts, trust } });
}

/** Percent of the battery as the driver told it on the sheet, for a charge to a percentage. */
function typedSoc({ target_soc: target, units_bought: units = 0 }: Bought, supply: Supply): number | undefined {
  return target === undefined ? undefined : socBefore(target, units * WH_PER_KWH, supply);
}

/** The reading with the battery as the driver told it, while a car that will tell has not yet; cars tell it at DC. */
export function withTypedSoc<R extends Reading>(reading: R, bought: Bought): R {
  const { units_bought: units, connector_type: type, battery_capacity: kwh } = bought;
  const isFirst = reading.soc === null && reading.unit === 0;
  if (!isFirst || units === undefined || type === undefined || kwh === undefined || currentOfPlug(type) !== 'DC')
    return reading;
  const soc = typedSoc(bought, supplyOf(reading, bought, undefined));
  return soc === undefined ? reading : { ...reading, soc: Math.round(soc) };
}

/** As the sheet had it, but with the battery as the car tells it. */
function supplyOf({ soc }: Reading, bought: Bought, socAtStart: number | undefined): Supply {
  const { connector_type: type, connector_power: connectorKw = 0, car_power: carKw, battery_capacity: kwh } = bought;
  const watts = (kw: number | undefined) => (kw === undefined ? undefined : Math.round(kw * WH_PER_KWH));
  const isDc = soc !== null || type === undefined ? soc !== null : currentOfPlug(type) === 'DC';
  const supply: Supply = {
    current: isDc ? 'DC' : 'AC',
    connectorW: watts(connectorKw) ?? 0,
    carW: watts(carKw),
    batteryWh: watts(kwh),
  };
  return { ...supply, soc: soc ?? socAtStart ?? typedSoc(bought, supply) };
}

/** Wh of the meter for each percent: by the size of the battery, else by what those so far have brought. */
function whOfPercent(
  { soc, unit }: Reading,
  { battery_capacity: kwh }: Bought,
  socAtStart: number | undefined,
): number | undefined {
  // Only cars at DC tell their battery.
  if (kwh !== undefined) return meterWh(1, { current: 'DC', connectorW: 0, batteryWh: kwh * WH_PER_KWH });
  if (soc === null || socAtStart === undefined || soc - socAtStart < MIN_GAINED_PERCENT || unit <= 0) return undefined;
  return (unit * WH_PER_KWH) / (soc - socAtStart);
}

import { divideHalfUp } from '../money.ts';
import { taxOn } from '../tax/taxed-amount.ts';
import {
  affordableWh,
  BALANCE_BEFORE_TAX_FACTOR,
  CHARGING_GST_BASIS_POINTS,
  chargePrice,
  MAX_HOURS,
  MAX_PERCENT,
  MAX_UNITS_OF_CHARGE,
  MINIMUM_BALANCE_PAISE,
} from './charge-estimate.ts';
import {
  meterWh,
  minutesFor,
  percentOf,
  socAfter,
  SPARE_PERCENT,
  type PluggedCar,
  whToFull,
  whToTarget,
  whInMinutes,
} from './charge-time.ts';

/**
 * The ways in which a driver says how much to charge, and the range of each. Units: integer Wh, paise, minutes and
 * percent.
 */
export const CHARGE_MODES = ['units', 'amount', 'time', 'percentage'] as const;
export type ChargeMode = (typeof CHARGE_MODES)[number];

/** The facts that an estimate for the chosen connector is calculated from. */
export interface EstimateFacts {
  /** Before GST. 0 when charging is free or no price is known. */
  pricePaisePerKwh: number;
  freePaise: number;
  car: PluggedCar;
}

/** What limits a choice before the end of the scale. */
export type Bound = 'units' | 'battery' | 'wallet';

/** A slider in the unit of its mode: Wh, paise, minutes or percent. */
export interface Slider {
  /** The end of the scale, as the specification fixes it. */
  end: number;
  step: number;
  /** A choice other than 0 must be greater than this. */
  above: number;
  /** The greatest possible choice. */
  max: number;
  /** What sets `max`. Undefined if `max` is the end of the scale. */
  bound: Bound | undefined;
}

/** The energy, price, time and state of charge that a choice leads to. */
export interface Estimate {
  /** A multiple of 10 Wh (0.01 unit). This is sent to the server. */
  wh: number;
  taxablePaise: number;
  gstPaise: number;
  totalPaise: number;
  /** Undefined if the connector's power is not known. */
  minutes: number | undefined;
  /** State of charge afterwards, in percent. Undefined if it cannot be known. */
  soc: number | undefined;
  /** True if the wallet can pay for it. */
  isAffordable: boolean;
}

const WH_PER_UNIT = 1000;
/** Units are sold in steps of 0.01. */
const SOLD_STEP_WH = 10;
const MAX_WH = MAX_UNITS_OF_CHARGE * WH_PER_UNIT;
const MAX_MINUTES = MAX_HOURS * 60;
const STEPS: Record<ChargeMode, number> = { units: WH_PER_UNIT, amount: 1000, time: 15, percentage: 1 };
/** Divide a mode's value by this for the figure on the screen: units, rupees, hours, percent. */
export const SCALES: Record<ChargeMode, number> = { units: WH_PER_UNIT, amount: 100, time: 60, percentage: 1 };

const soldStepBelow = (wh: number) => Math.floor(wh / SOLD_STEP_WH) * SOLD_STEP_WH;
const nearestSoldStep = (wh: number) => Math.round(wh / SOLD_STEP_WH) * SOLD_STEP_WH;

/** True if the balance is above the minimum. A balance equal to the minimum is not enough. */
export function isBalanceEnough(freePaise: number): boolean {
  return freePaise > MINIMUM_BALANCE_PAISE;
}

/** The balance before tax, as the station screen shows it. */
export function balanceBeforeTax(freePaise: number): number {
  return Math.round(freePaise * BALANCE_BEFORE_TAX_FACTOR);
}

/** True if the figures that a mode needs are known. `amount` is not available when charging is free. */
export function isModeAvailable(mode: ChargeMode, { car, pricePaisePerKwh }: EstimateFacts): boolean {
  if (mode === 'amount') return pricePaisePerKwh > 0;
  if (mode === 'time') return car.connectorW > 0;
  return mode !== 'percentage' || (car.batteryWh !== undefined && car.soc !== undefined);
}

/** The most energy that can be bought, and what limits it. */
function upperBoundOf({ pricePaisePerKwh, freePaise, car }: EstimateFacts): { wh: number; bound: Bound } {
  const full = whToFull(car);
  const battery: [number, Bound][] = full === undefined ? [] : [[nearestSoldStep(full), 'battery']];
  // A driver whose balance is too low for any charge may still choose, to see how much to add.
  const wallet: [number, Bound][] = isBalanceEnough(freePaise)
    ? [[affordableWh(MAX_WH, pricePaisePerKwh, freePaise), 'wallet']]
    : [];
  const all: [number, Bound][] = [[MAX_WH, 'units'], ...battery, ...wallet];
  const [wh, bound] = all.reduce((lowest, other) => (other[0] < lowest[0] ? other : lowest));
  return { wh, bound };
}

/** The slider of a mode: the scale of the specification, and the part of it that can be chosen. */
export function sliderFor(mode: ChargeMode, facts: EstimateFacts): Slider {
  const { car, freePaise, pricePaisePerKwh } = facts;
  const { wh, bound } = upperBoundOf(facts);
  const soc = Math.floor(car.soc ?? 0);
  const [end, most] = {
    units: (): [number, number] => [MAX_WH, wh],
    amount: (): [number, number] => [balanceBeforeTax(freePaise), Math.floor((wh * pricePaisePerKwh) / WH_PER_UNIT)],
    time: (): [number, number] => [MAX_MINUTES, minutesFor(wh, car) ?? 0],
    percentage: (): [number, number] => [
      MAX_PERCENT,
      Math.max(soc, soc + Math.floor((percentOf(wh, car) ?? 0) - SPARE_PERCENT + 1e-9)),
    ],
  }[mode]();
  const isFull = mode === 'percentage' && bound === 'battery';
  const reach = isFull || most > end ? end : most;
  const above = mode === 'percentage' ? soc : 0;
  return { end, step: STEPS[mode], above, max: Math.max(0, reach), bound: reach < end || isFull ? bound : undefined };
}

/** Whole minutes until the battery is full. Undefined if its level, its size or the power is not known. */
export function minutesToFull({ car }: EstimateFacts): number | undefined {
  const wh = car.soc === undefined ? undefined : whToFull(car);
  return wh === undefined ? undefined : minutesFor(wh, car);
}

/**
 * Rounds a value to the nearest possible choice. The smallest and the greatest choice are possible even between two
 * steps.
 */
export function snapToStep(value: number, { step, above, max }: Slider): number {
  const onStep = Math.round(value / step) * step;
  if (onStep <= 0 || max <= above) return 0;
  const isNearerToMax = onStep > max || max - value < Math.abs(value - onStep);
  const chosen = isNearerToMax ? max : onStep;
  return chosen > above ? chosen : Math.min(max, above + step);
}

/** Moves a value by a number of steps and skips what cannot be chosen. */
export function moveBySteps(value: number, steps: number, slider: Slider): number {
  const { step, above, max } = slider;
  if (value <= above) return steps > 0 ? snapToStep(above + steps * step, slider) : 0;
  // When `max` lies between two steps, one step down from it is the last whole step below it.
  const next =
    steps < 0 && value % step !== 0 ? Math.floor(value / step) * step + (steps + 1) * step : value + steps * step;
  return next <= above ? 0 : snapToStep(Math.min(next, max), slider);
}

/** Calculates what a choice leads to. No choice is more than 40 units or more than the battery holds. */
export function estimate(mode: ChargeMode, value: number, facts: EstimateFacts): Estimate {
  const { pricePaisePerKwh, freePaise, car } = facts;
  const wanted = wantedWh(mode, value, facts);
  const slider = sliderFor(mode, facts);
  // The scale of time and percentage ends at a rounded value. That value means all the energy there is.
  const isAll = slider.bound !== undefined && value === slider.max && mode === 'time';
  const wh = Math.max(
    0,
    Math.min(isAll ? upperBoundOf(facts).wh : wanted, MAX_WH, nearestSoldStep(whToFull(car) ?? MAX_WH)),
  );
  // A charge to a percentage ends there, so a little more than needed is bought.
  const toTarget = mode === 'percentage' ? meterWh(Math.max(0, value - (car.soc ?? 0)), car) : undefined;
  const flows = Math.min(wh, toTarget ?? wh);
  // The chosen amount is the price. The price of the units, which are rounded to hundredths, may be a few paise higher.
  const price =
    mode === 'amount' && wh === wanted
      ? taxOn(value, CHARGING_GST_BASIS_POINTS, 'intra_state')
      : chargePrice(wh, pricePaisePerKwh);
  return {
    wh,
    taxablePaise: price.taxablePaise,
    gstPaise: price.cgstPaise + price.sgstPaise,
    totalPaise: price.totalPaise,
    minutes: minutesFor(flows, car),
    soc: socAfter(flows, car),
    isAffordable: price.totalPaise <= freePaise,
  };
}

/** The energy of a choice without any limit. 0 when a figure that it needs is not known. */
function wantedWh(mode: ChargeMode, value: number, { pricePaisePerKwh, car }: EstimateFacts): number {
  switch (mode) {
    case 'units':
      return soldStepBelow(value);
    case 'amount':
      return pricePaisePerKwh > 0
        ? SOLD_STEP_WH * divideHalfUp(value * (WH_PER_UNIT / SOLD_STEP_WH), pricePaisePerKwh)
        : 0;
    case 'time':
      return nearestSoldStep(whInMinutes(value, car));
    case 'percentage':
      return nearestSoldStep(whToTarget(value, car) ?? 0);
  }
}

/** Choices offered as chips, within the limits of the car and the scale. The wallet may need credits for them. */
export const OFFERED: Record<ChargeMode, readonly number[]> = {
  units: [5000, 10_000, 20_000],
  amount: [10_000, 20_000, 50_000, 100_000],
  time: [15, 30, 60, 120],
  percentage: [80, 90, 100],
};

/** The chips of a mode. `more` adds choices in the mode's unit, such as the amount of the last charge. */
export function quickChoices(mode: ChargeMode, facts: EstimateFacts, more: readonly number[] = []): number[] {
  const { above, max, end } = sliderWithoutWallet(mode, facts);
  const reach = mode === 'amount' ? Math.min(max, balanceBeforeTax(facts.freePaise)) : Math.min(max, end);
  const fitting = [...more, ...OFFERED[mode]].filter((value) => value > above && value <= reach);
  const all = fitting.length === 0 && reach > above && mode !== 'amount' ? [reach] : fitting;
  return [...new Set(all)].toSorted((a, b) => a - b);
}

/** The smallest offered choice on the scale that one charge cannot give, whatever the balance is. */
export function choiceBeyondUnits(mode: ChargeMode, facts: EstimateFacts): number | undefined {
  const { max, end, bound } = sliderWithoutWallet(mode, facts);
  return bound === 'units' && mode !== 'amount'
    ? OFFERED[mode].find((value) => value > max && value <= end)
    : undefined;
}

/**
 * The slider without the limit of the wallet: a chip may choose more than the balance, and the driver then adds
 * credits.
 */
export function sliderWithoutWallet(mode: ChargeMode, facts: EstimateFacts): Slider {
  return sliderFor(mode, { ...facts, freePaise: Number.MAX_SAFE_INTEGER });
}

/** Paise to add before a charge with this total can begin. With a total of 0: before any charge can begin. */
export function missingPaise(totalPaise: number, freePaise: number): number {
  const toBegin = wholeRupee(MINIMUM_BALANCE_PAISE + 1 - freePaise);
  return Math.max(0, totalPaise - freePaise, toBegin);
}

const wholeRupee = (paise: number) => Math.ceil(paise / 100) * 100;

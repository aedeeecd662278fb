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
  type Supply,
  whToFull,
  whToTarget,
  whInMinutes,
} from './charge-time.ts';
import { divideHalfUp } from './money.ts';
import { taxOn } from './taxed-amount.ts';

/** How the driver says how much, and how far that can go. Integer Wh, paise, minutes and percent throughout. */
export const CHARGE_MODES = ['units', 'amount', 'time', 'percentage'] as const;
export type ChargeMode = (typeof CHARGE_MODES)[number];

/** What a charge at the chosen connector would be reckoned by. */
export interface Offer {
  /** Before GST; 0 where it costs nothing or no price is known. */
  pricePaisePerKwh: number;
  freePaise: number;
  supply: Supply;
}

/** What ends a choice before the end of its scale. */
export type Bound = 'units' | 'battery' | 'wallet';

/** A slider in its mode's own steps: Wh, paise, minutes, percent. */
export interface Slider {
  /** The end of the scale, as the specification has it. */
  end: number;
  step: number;
  /** A choice that is not 0 is more than this. */
  above: number;
  /** A choice is at most this. */
  max: number;
  /** What makes it end there; undefined where that is the end of the scale. */
  bound: Bound | undefined;
}

/** What a choice comes to. */
export interface Estimate {
  /** In hundredths of a unit; what is sent. */
  wh: number;
  taxablePaise: number;
  gstPaise: number;
  totalPaise: number;
  /** Nothing when the connector's power is not known. */
  minutes: number | undefined;
  /** Percent that the battery stands at afterwards; nothing when that cannot be known. */
  soc: number | undefined;
  /** The wallet can pay for it. */
  isAffordable: boolean;
}

const WH_PER_UNIT = 1000;
/** Units are bought in hundredths. */
const GRAIN_WH = 10;
const MAX_WH = MAX_UNITS_OF_CHARGE * WH_PER_UNIT;
const MAX_MINUTES = MAX_HOURS * 60;
const STEPS: Record<ChargeMode, number> = { units: WH_PER_UNIT, amount: 1000, time: 15, percentage: 1 };
/** How many of a mode's own steps are one of what is shown: units, rupees, hours, percent. */
export const SCALES: Record<ChargeMode, number> = { units: WH_PER_UNIT, amount: 100, time: 60, percentage: 1 };

const wholeGrains = (wh: number) => Math.floor(wh / GRAIN_WH) * GRAIN_WH;
const nearestGrain = (wh: number) => Math.round(wh / GRAIN_WH) * GRAIN_WH;

/** A charge is offered above this balance, and not at it. */
export function isBalanceEnough(freePaise: number): boolean {
  return freePaise > MINIMUM_BALANCE_PAISE;
}

/** The balance net of tax, as the station screen shows it. */
export function balanceBeforeTax(freePaise: number): number {
  return Math.round(freePaise * BALANCE_BEFORE_TAX_FACTOR);
}

/** Whether the figures that a mode needs are known; no amount buys what costs nothing. */
export function isModeAvailable(mode: ChargeMode, { supply, pricePaisePerKwh }: Offer): boolean {
  if (mode === 'amount') return pricePaisePerKwh > 0;
  if (mode === 'time') return supply.connectorW > 0;
  return mode !== 'percentage' || (supply.batteryWh !== undefined && supply.soc !== undefined);
}

/** The most energy that can be had, and why no more. */
function upperBoundOf({ pricePaisePerKwh, freePaise, supply }: Offer): { wh: number; bound: Bound } {
  const full = whToFull(supply);
  const battery: [number, Bound][] = full === undefined ? [] : [[nearestGrain(full), 'battery']];
  // Who has too little for any charge is to choose what to add credits for.
  const wallet: [number, Bound][] = isBalanceEnough(freePaise)
    ? [[affordableWh(MAX_WH, pricePaisePerKwh, freePaise), 'wallet']]
    : [];
  const all: [number, Bound][] = [[MAX_WH, 'units'], ...battery, ...wallet];
  const [wh, bound] = all.reduce((lowest, other) => (other[0] < lowest[0] ? other : lowest));
  return { wh, bound };
}

/** The slider of a mode: the specified scale, and the part of it that can be chosen. */
export function sliderFor(mode: ChargeMode, offer: Offer): Slider {
  const { supply, freePaise, pricePaisePerKwh } = offer;
  const { wh, bound } = upperBoundOf(offer);
  const soc = Math.floor(supply.soc ?? 0);
  const [end, most] = {
    units: (): [number, number] => [MAX_WH, wh],
    amount: (): [number, number] => [balanceBeforeTax(freePaise), Math.floor((wh * pricePaisePerKwh) / WH_PER_UNIT)],
    time: (): [number, number] => [MAX_MINUTES, minutesFor(wh, supply) ?? 0],
    percentage: (): [number, number] => [
      MAX_PERCENT,
      Math.max(soc, soc + Math.floor((percentOf(wh, supply) ?? 0) - SPARE_PERCENT + 1e-9)),
    ],
  }[mode]();
  const isFull = mode === 'percentage' && bound === 'battery';
  const reach = isFull || most > end ? end : most;
  const above = mode === 'percentage' ? soc : 0;
  return { end, step: STEPS[mode], above, max: Math.max(0, reach), bound: reach < end || isFull ? bound : undefined };
}

/** Whole minutes until the battery is full; nothing where its level, its size or the power is not known. */
export function minutesToFull({ supply }: Offer): number | undefined {
  const wh = supply.soc === undefined ? undefined : whToFull(supply);
  return wh === undefined ? undefined : minutesFor(wh, supply);
}

/** The choice nearest to where the thumb is. The least and the most count as one although they may lie between steps. */
export function snapToStep(value: number, { step, above, max }: Slider): number {
  const onStep = Math.round(value / step) * step;
  if (onStep <= 0 || max <= above) return 0;
  const isNearerToMax = onStep > max || max - value < Math.abs(value - onStep);
  const chosen = isNearerToMax ? max : onStep;
  return chosen > above ? chosen : Math.min(max, above + step);
}

/** So many steps further, over what cannot be chosen. */
export function moveBySteps(value: number, steps: number, slider: Slider): number {
  const { step, above, max } = slider;
  if (value <= above) return steps > 0 ? snapToStep(above + steps * step, slider) : 0;
  // From a most that lies between two steps the next one below is the last whole one.
  const next =
    steps < 0 && value % step !== 0 ? Math.floor(value / step) * step + (steps + 1) * step : value + steps * step;
  return next <= above ? 0 : snapToStep(Math.min(next, max), slider);
}

/** What a choice comes to. No choice is more than 40 units, nor more than the battery holds. */
export function estimate(mode: ChargeMode, value: number, offer: Offer): Estimate {
  const { pricePaisePerKwh, freePaise, supply } = offer;
  const wanted = wantedWh(mode, value, offer);
  const slider = sliderFor(mode, offer);
  // The end of time and percentage is rounded to whole ones: it means all that there is.
  const isAll = slider.bound !== undefined && value === slider.max && mode === 'time';
  const wh = Math.max(
    0,
    Math.min(isAll ? upperBoundOf(offer).wh : wanted, MAX_WH, nearestGrain(whToFull(supply) ?? MAX_WH)),
  );
  // A charge to a percentage ends there, with a little of what was bought to spare.
  const toTarget = mode === 'percentage' ? meterWh(Math.max(0, value - (supply.soc ?? 0)), supply) : undefined;
  const flows = Math.min(wh, toTarget ?? wh);
  // The chosen amount is the price itself; its units, rounded to hundredths, may come to a few paise more.
  const price =
    mode === 'amount' && wh === wanted
      ? taxOn(value, CHARGING_GST_BASIS_POINTS, 'intra_state')
      : chargePrice(wh, pricePaisePerKwh);
  return {
    wh,
    taxablePaise: price.taxablePaise,
    gstPaise: price.cgstPaise + price.sgstPaise,
    totalPaise: price.totalPaise,
    minutes: minutesFor(flows, supply),
    soc: socAfter(flows, supply),
    isAffordable: price.totalPaise <= freePaise,
  };
}

/** What the choice would come to without any end; 0 where a fact that it needs is not known. */
function wantedWh(mode: ChargeMode, value: number, { pricePaisePerKwh, supply }: Offer): number {
  switch (mode) {
    case 'units':
      return wholeGrains(value);
    case 'amount':
      return pricePaisePerKwh > 0 ? GRAIN_WH * divideHalfUp(value * (WH_PER_UNIT / GRAIN_WH), pricePaisePerKwh) : 0;
    case 'time':
      return nearestGrain(whInMinutes(value, supply));
    case 'percentage':
      return nearestGrain(whToTarget(value, supply) ?? 0);
  }
}

/** What is chosen by one tap, as far as the car and the scale go; the wallet may have to be filled for it. */
export const OFFERED: Record<ChargeMode, readonly number[]> = {
  units: [5000, 10_000, 20_000],
  amount: [10_000, 20_000, 50_000, 100_000],
  time: [15, 30, 60, 120],
  percentage: [80, 90, 100],
};

/** Choices of one tap; `more` is another of the mode's own, such as what was charged last time. */
export function quickChoices(mode: ChargeMode, offer: Offer, more: readonly number[] = []): number[] {
  const { above, max, end } = sliderWithoutWallet(mode, offer);
  const reach = mode === 'amount' ? Math.min(max, balanceBeforeTax(offer.freePaise)) : Math.min(max, end);
  const fitting = [...more, ...OFFERED[mode]].filter((value) => value > above && value <= reach);
  const all = fitting.length === 0 && reach > above && mode !== 'amount' ? [reach] : fitting;
  return [...new Set(all)].toSorted((a, b) => a - b);
}

/** The least of a mode's offered choices that the scale has and one charge cannot give, whatever the wallet holds. */
export function choiceBeyondUnits(mode: ChargeMode, offer: Offer): number | undefined {
  const { max, end, bound } = sliderWithoutWallet(mode, offer);
  return bound === 'units' && mode !== 'amount'
    ? OFFERED[mode].find((value) => value > max && value <= end)
    : undefined;
}

/** The slider as if the wallet ended nothing: by one tap more can be chosen than it holds, and credits added for it. */
export function sliderWithoutWallet(mode: ChargeMode, offer: Offer): Slider {
  return sliderFor(mode, { ...offer, freePaise: Number.MAX_SAFE_INTEGER });
}

/** What must be added, in paise, for a charge of such a total to begin; for any charge at all where it is 0. */
export function missingPaise(totalPaise: number, freePaise: number): number {
  const toBegin = wholeRupee(MINIMUM_BALANCE_PAISE + 1 - freePaise);
  return Math.max(0, totalPaise - freePaise, toBegin);
}

const wholeRupee = (paise: number) => Math.ceil(paise / 100) * 100;

/** Least of the quick amounts, in paise, that pays for a charge of such a total; the whole rupees that it wants where none does. */
export function topUpFor(totalPaise: number, freePaise: number, quickPaise: readonly number[]): number {
  const needed = missingPaise(totalPaise, freePaise);
  return quickPaise.find((paise) => paise >= needed) ?? wholeRupee(needed);
}

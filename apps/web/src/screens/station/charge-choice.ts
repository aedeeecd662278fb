import {
  affordableWh,
  BALANCE_BEFORE_TAX_FACTOR,
  type ChargeMode,
  CHARGING_GST_BASIS_POINTS,
  chargePrice,
  MINIMUM_BALANCE_PAISE,
  MAX_HOURS,
  MAX_PERCENT,
  MAX_UNITS,
  unitsFor,
} from '@bijli/contract/charge-estimate';
import { taxOn } from '@bijli/contract/taxed-amount';

/** What a charge at the chosen connector would be reckoned by. */
export interface Offer {
  /** Rupees per kWh before GST; 0 when no price is known. */
  pricePerUnit: number;
  /** kW of the connector. */
  powerKw?: number | undefined;
  /** kWh of the driver's vehicle. */
  batteryKwh?: number | undefined;
  /** Rupees free to spend. */
  balance: number;
}

export interface Estimate {
  /** kWh with two decimals; what is sent. */
  units: number;
  taxablePaise: number;
  gstPaise: number;
  totalPaise: number;
  /** Less than was chosen, because of the wallet or the limit of 40 units. */
  isCapped: boolean;
  /** The wallet can pay for it. */
  isAffordable: boolean;
}

const paise = (rupees: number) => Math.round(rupees * 100);

/** A charge is offered above this balance, and not at it. */
export function isEnough(balance: number): boolean {
  return paise(balance) > MINIMUM_BALANCE_PAISE;
}

/** Rupees of the balance net of tax, as the station screen shows it. */
export function balanceBeforeTax(balance: number): number {
  return Math.round(balance * BALANCE_BEFORE_TAX_FACTOR * 100) / 100;
}

/** The ways to say how much that the known facts allow. */
export function modesFor({ powerKw, batteryKwh }: Offer): ChargeMode[] {
  return (['units', 'amount', 'time', 'percentage'] as const).filter(
    (mode) => (mode !== 'time' || powerKw) && (mode !== 'percentage' || batteryKwh),
  );
}

/** End and step of the slider: units, rupees, hours, percent. */
export function sliderFor(mode: ChargeMode, { balance }: Offer): { max: number; step: number } {
  return {
    units: { max: MAX_UNITS, step: 1 },
    amount: { max: balanceBeforeTax(balance), step: 10 },
    time: { max: MAX_HOURS, step: 0.25 },
    percentage: { max: MAX_PERCENT, step: 1 },
  }[mode];
}

/** The step nearest to where the thumb is; the end counts as one although it may lie between steps. */
export function snap(value: number, { max, step }: { max: number; step: number }): number {
  const onStep = Math.round(value / step) * step;
  const isNearerToEnd = max - value < Math.abs(value - onStep) || onStep > max;
  return isNearerToEnd ? max : Math.max(0, onStep);
}

/** What a choice comes to. Time and percentage are lowered to what the wallet can pay for; units and amount are not. */
export function estimate(mode: ChargeMode, value: number, offer: Offer): Estimate {
  const { pricePerUnit, balance } = offer;
  const wanted = unitsFor(mode, value, offer) ?? 0;
  const isLowered = mode === 'time' || mode === 'percentage';
  const units = isLowered ? affordableWh(wanted * 1000, paise(pricePerUnit), paise(balance)) / 1000 : wanted;
  const isCapped = units < wanted || wanted < beforeLimit(mode, value, offer);
  // The chosen amount is the price itself; its units, rounded to hundredths, may come to a few paise more.
  const price =
    mode === 'amount' && !isCapped
      ? taxOn(paise(value), CHARGING_GST_BASIS_POINTS, 'intra_state')
      : chargePrice(Math.round(units * 1000), paise(pricePerUnit));
  return {
    units,
    taxablePaise: price.taxablePaise,
    gstPaise: price.cgstPaise + price.sgstPaise,
    totalPaise: price.totalPaise,
    isCapped,
    isAffordable: price.totalPaise <= paise(balance),
  };
}

/** Units that the choice would come to without the limit of 40, to the lower hundredth. */
function beforeLimit(mode: ChargeMode, value: number, { pricePerUnit, powerKw = 0, batteryKwh = 0 }: Offer): number {
  const perUnit = { units: 1, amount: pricePerUnit && 1 / pricePerUnit, time: powerKw, percentage: batteryKwh / 100 };
  return Math.floor(value * perUnit[mode] * 100) / 100;
}

import { divideHalfUp } from './money.ts';
import { taxOn, type SupplyKind, type TaxedAmount } from './taxed-amount.ts';

/**
 * What a charge costs. The sheet's estimate, the hold, the live figure and the invoice all come from
 * `chargePrice`, so that they can never differ by a paisa.
 */

/** GST on EV charging in hundredths of a percent (SAC 998714, 18 %): half is CGST, half SGST, or all of it IGST. */
export const CHARGING_GST_BASIS_POINTS = 1800;
/** The balance a driver must have *more than* before a charge is offered. */
export const MINIMUM_BALANCE_PAISE = 5000;
/** The station screen shows the balance net of tax by this factor (1 / 1.18, cut). */
export const BALANCE_BEFORE_TAX_FACTOR = 0.847;
/** Ends of the sliders on the charge sheet. */
export const MAX_UNITS_OF_CHARGE = 40;
export const MAX_HOURS = 12;
export const MAX_PERCENT = 100;

/**
 * Prices energy in Wh at paise per kWh before GST. Each part is rounded half up to the paisa. The total is the same inside a
 * State and between two, so only what bears the taxes apart has to know the kind of supply.
 */
export function chargePrice(
  energyWh: number,
  pricePaisePerKwh: number,
  gstBasisPoints: number = CHARGING_GST_BASIS_POINTS,
  supply: SupplyKind = 'intra_state',
): TaxedAmount {
  return taxOn(divideHalfUp(energyWh * pricePaisePerKwh, 1000), gstBasisPoints, supply);
}

/**
 * The most energy, in steps of 10 Wh (a hundredth of a unit) and at most `maxWh`, whose total fits `freePaise`.
 * The slider's own maximum is therefore never refused for a rounding paisa.
 */
export function affordableWh(maxWh: number, pricePaisePerKwh: number, freePaise: number): number {
  let low = 0;
  let high = Math.floor(maxWh / 10);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (chargePrice(middle * 10, pricePaisePerKwh).totalPaise <= freePaise) low = middle;
    else high = middle - 1;
  }
  return low * 10;
}

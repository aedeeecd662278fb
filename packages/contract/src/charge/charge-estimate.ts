import { divideHalfUp } from '../money.ts';
import { taxOn, type SupplyKind, type TaxedAmount } from '../tax/taxed-amount.ts';

/**
 * The price of a charge. The estimate on the sheet, the hold, the live figure and the invoice all use `chargePrice`, so
 * they can never differ by a paisa.
 */

/**
 * GST on EV charging, in hundredths of a percent (SAC 998714, 18 %). Half is CGST and half SGST, or all of it is IGST.
 */
export const CHARGING_GST_BASIS_POINTS = 1800;
/** The balance must be above this before a charge is offered. */
export const MINIMUM_BALANCE_PAISE = 5000;
/** The station screen shows the balance before tax with this factor (1 / 1.18, cut). */
export const BALANCE_BEFORE_TAX_FACTOR = 0.847;
/** The ends of the sliders on the charge sheet. */
export const MAX_UNITS_OF_CHARGE = 40;
export const MAX_HOURS = 12;
export const MAX_PERCENT = 100;

/**
 * Calculates the price of energy in Wh at paise per kWh before GST. Each part is rounded half up to the paisa. The
 * total is the same within a State and between States, so only documents that list the taxes separately need the kind
 * of supply.
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
 * The most energy whose total fits into `freePaise`, in steps of 10 Wh (0.01 unit) and at most `maxWh`. A charge at the
 * slider's maximum is therefore never refused because of rounding.
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

import { isBalanceEnough } from '@bijli/contract/charge-choice';
import { affordableWh, chargePrice, CHARGING_GST_BASIS_POINTS } from '@bijli/contract/charge-estimate';
import type { Business } from '#modules/accounts/index.ts';
import type { BoughtSession } from './sessions.store.ts';

/** What a driver wants to buy, and what they have. */
export interface PurchaseTerms {
  driverId: number;
  vehicleId: number | undefined;
  payer: Business | undefined;
  pricePaisePerKwh: number;
  /** The purchase is what the balance pays for between these two. */
  minWh: number;
  maxWh: number;
  freePaise: number;
  openSessions: number;
  maxOpenSessions: number;
  /** Its energy is delivered already, so the balance needs no minimum and other sessions do not matter. */
  isLate: boolean;
}

/** Columns that say what a driver has bought, and who pays. Only a bought session has them all. */
export type Purchase = Pick<
  BoughtSession,
  | 'driverId'
  | 'pricePaisePerKwh'
  | 'gstBasisPoints'
  | 'boughtWh'
  | 'holdPaise'
  | 'vehicleId'
  | 'payerGstin'
  | 'payerName'
  | 'payerAddress'
>;

/** Why a driver cannot buy: other sessions, a balance below the minimum, or one below the price. */
export type PurchaseProblem = 'charge_running' | 'balance_too_low' | 'balance_short';

/** The purchase on these terms, or why there can be none. */
export function purchaseOf(terms: PurchaseTerms): Purchase | PurchaseProblem {
  const { driverId, vehicleId, payer, pricePaisePerKwh, freePaise, isLate } = terms;
  if (!isLate && terms.openSessions >= terms.maxOpenSessions) return 'charge_running';
  if (!isLate && !isBalanceEnough(freePaise)) return 'balance_too_low';
  const boughtWh = affordableWh(terms.maxWh, pricePaisePerKwh, freePaise);
  if (boughtWh === 0 || boughtWh < terms.minWh) return 'balance_short';
  return {
    driverId,
    pricePaisePerKwh,
    gstBasisPoints: CHARGING_GST_BASIS_POINTS,
    boughtWh,
    holdPaise: chargePrice(boughtWh, pricePaisePerKwh).totalPaise,
    vehicleId: vehicleId ?? null,
    payerGstin: payer?.gstin ?? null,
    payerName: payer?.businessName ?? null,
    payerAddress: payer?.businessAddress ?? null,
  };
}

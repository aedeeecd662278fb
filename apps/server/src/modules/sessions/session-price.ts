import { chargePrice } from '@bijli/contract/charge-estimate';
import type { SupplyKind, TaxedAmount } from '@bijli/contract/taxed-amount';
import type { BoughtSession } from './sessions.store.ts';

/**
 * What an energy costs at the price of a session. The total, GST included, is the same for both kinds of supply; without one it
 * bears both halves of the tax, which a client of the specification sums up.
 */
export function sessionPriceOf(
  { pricePaisePerKwh, gstBasisPoints }: Pick<BoughtSession, 'pricePaisePerKwh' | 'gstBasisPoints'>,
  energyWh: number,
  kind?: SupplyKind,
): TaxedAmount {
  return chargePrice(energyWh, pricePaisePerKwh, gstBasisPoints, kind);
}

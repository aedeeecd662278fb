import { chargePrice } from '@bijli/contract/charge-estimate';
import type { SupplyKind, TaxedAmount } from '@bijli/contract/taxed-amount';
import type { BoughtSession } from './sessions.store.ts';

/**
 * The price of an energy in a session, GST included. The total is the same within a State and between States. If the
 * place of supply is not known, the tax is split into CGST and SGST, which clients of the specification add up.
 */
export function sessionPriceOf(
  { pricePaisePerKwh, gstBasisPoints }: Pick<BoughtSession, 'pricePaisePerKwh' | 'gstBasisPoints'>,
  energyWh: number,
  kind?: SupplyKind,
): TaxedAmount {
  return chargePrice(energyWh, pricePaisePerKwh, gstBasisPoints, kind);
}

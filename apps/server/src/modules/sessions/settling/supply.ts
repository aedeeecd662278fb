import { chargePrice } from '@bijli/contract/charge-estimate';
import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import { placeOfSupply, type PlaceOfSupply } from '#modules/invoices/index.ts';
import type { BoughtSession } from '../sessions.store.ts';

/** Where a session is supplied by whoever issues its documents: no address of a driver is on record, only a business's GSTIN. */
export function supplyOfSession(
  { payerGstin }: Pick<BoughtSession, 'payerGstin'>,
  supplierState: string,
): PlaceOfSupply {
  return placeOfSupply({ of: 'charging', supplierState, payerGstin: payerGstin ?? undefined });
}

/** What an energy costs at the price of a session, with the taxes that its place of supply asks for. */
export function sessionPriceOf(session: BoughtSession, energyWh: number, supplierState: string): TaxedAmount {
  const { kind } = supplyOfSession(session, supplierState);
  return chargePrice(energyWh, session.pricePaisePerKwh, session.gstBasisPoints, kind);
}

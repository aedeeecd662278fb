import { placeOfSupply, type PlaceOfSupply } from '#modules/invoices/index.ts';
import type { BoughtSession } from '../sessions.store.ts';

/** Where a session is supplied by whoever issues its documents: no address of a driver is on record, only a business's GSTIN. */
export function supplyOfSession(
  { payerGstin }: Pick<BoughtSession, 'payerGstin'>,
  supplierState: string,
): PlaceOfSupply {
  return placeOfSupply({ of: 'charging', supplierState, payerGstin: payerGstin ?? undefined });
}

import { placeOfSupply, type PlaceOfSupply } from '#modules/invoices/index.ts';
import type { BoughtSession } from '../sessions.store.ts';

/** The place of supply of a session. We have no address of a driver, only the GSTIN of a business. */
export function supplyOfSession(
  { payerGstin }: Pick<BoughtSession, 'payerGstin'>,
  supplierState: string,
): PlaceOfSupply {
  return placeOfSupply({ of: 'charging', supplierState, payerGstin: payerGstin ?? undefined });
}

import { isGstin, normalizeGstin } from '@bijli/contract/gstin';
import { isReadable } from '@bijli/contract/readable';
import { refuse } from './accounts.refusals.ts';

/**
 * The business that a driver charges for, as tax invoices show it (CGST rules, rule 46(d)). All fields are empty if
 * there is none.
 */
export interface Business {
  gstin: string;
  businessName: string;
  businessAddress: string;
}

const MAX_NAME_LENGTH = 100;
const MAX_ADDRESS_LENGTH = 200;

/**
 * Validates a typed business. Without a GSTIN all fields become empty. Throws gstin_invalid, business_name_invalid,
 * business_address_invalid.
 */
export function parseBusiness(typed: Business): Business {
  const gstin = normalizeGstin(typed.gstin);
  if (gstin === '') return { gstin, businessName: '', businessAddress: '' };
  if (!isGstin(gstin)) refuse('gstin_invalid');
  const businessName = typed.businessName.trim();
  if (!isReadable(businessName) || businessName.length > MAX_NAME_LENGTH) refuse('business_name_invalid');
  const businessAddress = typed.businessAddress.trim();
  if (!isReadable(businessAddress) || businessAddress.length > MAX_ADDRESS_LENGTH) refuse('business_address_invalid');
  return { gstin, businessName, businessAddress };
}

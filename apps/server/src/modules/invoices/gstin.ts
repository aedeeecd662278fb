import { hasGstinForm, isGstin } from '@bijli/contract/gstin';
import { stateOfGstin } from '@bijli/contract/state-codes';

/** What is wrong with a GSTIN for a State, as the end of a sentence. Undefined if nothing is. */
export function gstinProblem(gstin: string, state: string): string | undefined {
  if (!hasGstinForm(gstin)) return 'is no GSTIN: 15 characters such as 29AAAAA0000A1Z5';
  if (!isGstin(gstin)) return 'is no GSTIN: its last character does not fit the others';
  const registered = stateOfGstin(gstin);
  return registered === state ? undefined : `was given in ${registered}, not in ${state}`;
}

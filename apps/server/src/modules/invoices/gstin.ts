import { stateOfGstin } from './state-codes.ts';

/** Two digits of the State, a PAN, the registration's number in that State, Z, and a check character. */
const FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** What is wrong with a GSTIN of a State, as the end of a sentence that begins with it; undefined when nothing is. */
export function gstinProblem(gstin: string, state: string): string | undefined {
  if (!FORM.test(gstin)) return 'is no GSTIN: 15 characters such as 29AAAAA0000A1Z5';
  if (checkCharacter(gstin) !== gstin.at(-1)) return 'is no GSTIN: its last character does not fit the others';
  const registered = stateOfGstin(gstin);
  return registered === state ? undefined : `was given in ${registered}, not in ${state}`;
}

/** The fifteenth character, from the fourteen before it: a Luhn sum to the base of 36. */
function checkCharacter(gstin: string): string | undefined {
  const sum = Array.from(gstin.slice(0, 14)).reduce((total, sign, at) => {
    const product = SIGNS.indexOf(sign) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / SIGNS.length) + (product % SIGNS.length);
  }, 0);
  return SIGNS[(SIGNS.length - (sum % SIGNS.length)) % SIGNS.length];
}

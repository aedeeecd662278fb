import { isStateCode } from './state-codes.ts';

/** State code (2 digits), PAN, number of the registration in that State, Z, and a check character. */
const FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** True if a text has the form of a GSTIN of a known State. The check character is not tested. */
export function hasGstinForm(text: string): boolean {
  return FORM.test(text) && isStateCode(text.slice(0, 2));
}

export function isGstin(text: string): boolean {
  return hasGstinForm(text) && checkCharacter(text) === text.at(-1);
}

/** Changes typed text to upper case without spaces and hyphens. */
export function normalizeGstin(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '');
}

/** The fifteenth character, calculated from the first fourteen: a Luhn sum in base 36. */
function checkCharacter(gstin: string): string | undefined {
  const sum = Array.from(gstin.slice(0, 14)).reduce((total, sign, index) => {
    const product = SIGNS.indexOf(sign) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / SIGNS.length) + (product % SIGNS.length);
  }, 0);
  return SIGNS[(SIGNS.length - (sum % SIGNS.length)) % SIGNS.length];
}

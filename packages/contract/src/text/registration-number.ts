/** Accepted registration numbers: MH12AB1234, MH121234, MH12123, MH12ABCD123. */
const REGISTRATION_NUMBER: RegExp = /^[A-Z]{2}[0-9]{2}[A-Z]{0,4}[0-9]{3,4}$/;

export function isRegistrationNumber(text: string): boolean {
  return REGISTRATION_NUMBER.test(text);
}

/** Changes typed text to upper case without spaces and hyphens. */
export function normalizeRegistrationNumber(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, '');
}

/** A stored registration number, spaced as on a plate: KA05MR4521 → KA 05 MR 4521. Other forms stay unchanged. */
export function spacedPlate(registration: string): string {
  return registration.replace(/^([A-Z]{2})([0-9]{2})([A-Z]*)([0-9]+)$/, '$1 $2 $3 $4').replace('  ', ' ');
}

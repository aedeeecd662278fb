/** A stored registration number, spaced as on a plate: KA05MR4521 → KA 05 MR 4521. Other forms stay unchanged. */
export function spacedPlate(registration: string): string {
  return registration.replace(/^([A-Z]{2})([0-9]{2})([A-Z]*)([0-9]+)$/, '$1 $2 $3 $4').replace('  ', ' ');
}

import type { Invoice } from '@bijli/contract/charging';

/** Where a station is, in one line; a city that the street's line names already is not said again. */
export function postalLineOf({ address, city, state, pincode, country }: Invoice['property']): string {
  return [address, address.includes(city) ? '' : city, `${state} ${pincode}`.trim(), country]
    .filter(Boolean)
    .join(', ');
}

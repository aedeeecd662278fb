import type { Invoice } from '@bijli/contract/charging';

/** The address of a station in one line. The city is left out when the street line contains it. */
export function postalLineOf({ address, city, state, pincode, country }: Invoice['property']): string {
  return [address, address.includes(city) ? '' : city, `${state} ${pincode}`.trim(), country]
    .filter(Boolean)
    .join(', ');
}

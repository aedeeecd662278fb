import type { Current } from '@bijli/contract/charge-time';
import { DAY_MINUTES, indiaMinute } from '#kernel/india-time.ts';

export type { Current };

/** A price for a part of the day. 0 to 1440 is the plain price. */
export interface TariffBand {
  current: Current;
  /** Minutes after midnight in India. The end is exclusive. An end that is not after the start is on the next day. */
  fromMinute: number;
  toMinute: number;
  /** In paise for each kWh, before GST. */
  pricePaisePerKwh: number;
  validFrom: Date;
}

/**
 * The price of a kWh in paise, before GST, for a current at a moment. `undefined` if no price is set. Only the newest
 * valid tariff counts, and its bands override its plain price.
 */
export function priceAt(bands: readonly TariffBand[], current: Current, at: Date): number | undefined {
  const valid = bands.filter((band) => band.current === current && band.validFrom <= at);
  const newest = Math.max(...valid.map((band) => band.validFrom.getTime()));
  const minute = indiaMinute(at);
  const [narrowest] = valid
    .filter((band) => band.validFrom.getTime() === newest && covers(band, minute))
    .toSorted((a, b) => lengthOf(a) - lengthOf(b));
  return narrowest?.pricePaisePerKwh;
}

/** The lowest price of any current at a moment. */
export function lowestPriceAt(
  bands: readonly TariffBand[],
  currents: readonly Current[],
  at: Date,
): number | undefined {
  const prices = currents.map((current) => priceAt(bands, current, at)).filter((price) => price !== undefined);
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/** True if the price depends on the hour or on a future tariff. */
export function variesInTime(bands: readonly TariffBand[], at: Date): boolean {
  return bands.some((band) => lengthOf(band) < DAY_MINUTES || band.validFrom > at);
}

function covers({ fromMinute, toMinute }: TariffBand, minute: number): boolean {
  if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute;
  return minute >= fromMinute || minute < toMinute;
}

function lengthOf({ fromMinute, toMinute }: TariffBand): number {
  return fromMinute < toMinute ? toMinute - fromMinute : toMinute - fromMinute + DAY_MINUTES;
}

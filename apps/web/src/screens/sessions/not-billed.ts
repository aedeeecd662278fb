import type { Invoice } from '@bijli/contract/charging';
import type { Words } from '#words/words.ts';

/** What the charger reported and the driver was not billed for, in a sentence; nothing for a charge like any other. */
export function notBilledNote(
  { units_not_billed: units = 0, meter_suspect: isSuspect }: Invoice,
  words: Words['invoice'],
): string | undefined {
  // What would round to nothing is told with the Wh.
  const told = words.unitsValue(units.toFixed(units < 0.1 ? 3 : 2));
  if (!isSuspect) return units > 0 ? words.beyondBought(told) : undefined;
  return units > 0 ? `${words.meterSuspect} ${words.notBilled(told)}` : words.meterSuspect;
}

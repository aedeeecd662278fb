import type { Invoice } from '@bijli/contract/charging';
import type { Messages } from '#messages/messages.ts';

/** What the charger reported and the driver was not billed for, in a sentence; nothing for a charge like any other. */
export function notBilledNote(
  { units_not_billed: units = 0, meter_suspect: isSuspect }: Invoice,
  messages: Messages['invoice'],
): string | undefined {
  // What would round to nothing is told with the Wh.
  const unitsText = messages.unitsValue(units.toFixed(units < 0.1 ? 3 : 2));
  if (!isSuspect) return units > 0 ? messages.beyondBought(unitsText) : undefined;
  return units > 0 ? `${messages.meterSuspect} ${messages.notBilled(unitsText)}` : messages.meterSuspect;
}

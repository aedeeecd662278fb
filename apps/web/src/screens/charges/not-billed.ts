import type { Invoice } from '@bijli/contract/charging';
import type { Messages } from '#messages/messages.ts';

/** A sentence about energy that the charger reported and the driver did not pay for. Undefined for ordinary charges. */
export function notBilledNote(
  { units_not_billed: units = 0, meter_suspect: isSuspect }: Invoice,
  messages: Messages['invoice'],
): string | undefined {
  // An amount that would round to zero is shown with its Wh.
  const unitsText = messages.unitsValue(units.toFixed(units < 0.1 ? 3 : 2));
  if (!isSuspect) return units > 0 ? messages.beyondBought(unitsText) : undefined;
  return units > 0 ? `${messages.meterSuspect} ${messages.notBilled(unitsText)}` : messages.meterSuspect;
}

import type { ChargeEnd } from '@bijli/contract/charge-end';
import { withUnit } from '@bijli/ui/format/units';
import type { Messages } from '#messages/messages.ts';

/** What ends a charge: 80%, 12 kWh. */
export function endInWords(
  { percent }: ChargeEnd,
  boughtKwh: number | undefined,
  { charging, chargeSheet }: Messages,
): string {
  return percent === undefined ? withUnit(boughtKwh ?? 0, chargeSheet.kwh) : charging.percent(percent);
}

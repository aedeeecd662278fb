import type { ChargeEnd } from '@bijli/contract/charge-end';
import { withUnit } from '@bijli/ui/format/units';
import type { Messages } from '#messages/messages.ts';
import { shortDuration } from '#parts/durations/duration.ts';

/** What ends a charge: 80%, 12 kWh. */
export function endInWords(
  { percent }: ChargeEnd,
  boughtKwh: number | undefined,
  { charging, chargeSheet }: Messages,
): string {
  return percent === undefined ? withUnit(boughtKwh ?? 0, chargeSheet.kwh) : charging.percent(percent);
}

/** 80% in about 12 min, with the same figures as the charging screen. */
export function endsInWords(
  end: ChargeEnd,
  minutes: number,
  boughtKwh: number | undefined,
  messages: Messages,
): string {
  return messages.charging.endsIn(endInWords(end, boughtKwh, messages), shortDuration(minutes, messages.chargeSheet));
}

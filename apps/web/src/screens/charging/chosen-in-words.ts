import type { ChargeMode } from '@bijli/contract/charge-choice';
import { rupees } from '@bijli/contract/money';
import { formatRupees, wholeRupees } from '@bijli/ui/format/money';
import type { Messages } from '#messages/messages.ts';
import { shortDuration } from '#parts/durations/duration.ts';

interface Choice {
  mode: ChargeMode;
  value: number;
}

/** How a charge was chosen: ₹200 + GST, 30 min chosen. Undefined where its units or its percentage say it already. */
export function chosenInWords(
  choice: Choice | undefined,
  { charging: messages, chargeSheet }: Messages,
): string | undefined {
  const { mode, value = 0 } = choice ?? {};
  if (mode === 'amount') return messages.chosenAmount((value % 100 === 0 ? wholeRupees : formatRupees)(rupees(value)));
  if (mode === 'time') return messages.chosenTime(shortDuration(value, chargeSheet));
  return undefined;
}

import type { ChargeMode } from '@bijli/contract/charge-choice';
import { MAX_UNITS_OF_CHARGE } from '@bijli/contract/charge-estimate';
import { rupees } from '@bijli/contract/money';
import { formatRupees, wholeRupees } from '@bijli/ui/format/money';
import { withUnit } from '@bijli/ui/format/units';
import type { Messages } from '#messages/messages.ts';
import { shortDuration } from '#parts/durations/duration.ts';
import type { ChargeChoice } from './use-choice.ts';

/** kWh without needless decimals. */
export const formatKwh = (wh: number) => String(wh / 1000);

/** The most energy that one charge can have. */
export const maxUnitsInWords = ({ kwh }: Messages['chargeSheet']) => withUnit(MAX_UNITS_OF_CHARGE, kwh);

/** A value of a mode as text: 12 kWh, ₹500, 30 min, 80%. */
export function choiceValueInWords(mode: ChargeMode, value: number, messages: Messages['chargeSheet']): string {
  switch (mode) {
    case 'units':
      return withUnit(formatKwh(value), messages.kwh);
    case 'amount':
      return value % 100 === 0 ? wholeRupees(rupees(value)) : formatRupees(rupees(value));
    case 'time':
      return shortDuration(value, messages);
    case 'percentage':
      return `${value}${messages.percent}`;
  }
}

/**
 * The choice as text, shown in the wallet while credits are added for it. The sheet's title when nothing was chosen.
 */
export function choiceInWords({ mode, value, estimated }: ChargeChoice, { chargeSheet: messages }: Messages): string {
  if (estimated.wh === 0) return messages.title;
  const what = choiceValueInWords(mode, value, messages);
  return `${mode === 'percentage' ? messages.chargeTo(what) : what} · ${formatRupees(rupees(estimated.totalPaise))}`;
}

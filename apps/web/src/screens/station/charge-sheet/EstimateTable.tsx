import type { Estimate } from '@bijli/contract/charge-choice';
import { rupees } from '@bijli/contract/money';
import { formatRupees } from '@bijli/ui/format/money';
import { withUnit } from '@bijli/ui/format/units';
import { useMessages } from '#messages/messages.ts';
import { LargeDuration } from '#parts/durations/LargeDuration.tsx';
import { formatKwh } from './choice-in-words.ts';
import styles from './ChargeSheet.module.css';

/** Energy, price and time of the choice. Of no choice only the price is told. */
export function EstimateTable({ estimated: { wh, totalPaise, minutes } }: { estimated: Estimate }) {
  const { chargeSheet: messages } = useMessages();
  return (
    <dl className={`num ${styles.answers}`}>
      <div>
        <dt>{messages.energy}</dt>
        <dd>
          {wh === 0 ? (
            messages.unknown
          ) : (
            <>
              {formatKwh(wh)}
              <small>{withUnit('', messages.kwh)}</small>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{messages.withGst}</dt>
        <dd>{formatRupees(rupees(totalPaise))}</dd>
      </div>
      <div>
        <dt>{messages.takes}</dt>
        <dd>{wh === 0 || minutes === undefined ? messages.unknown : <LargeDuration minutes={minutes} />}</dd>
      </div>
    </dl>
  );
}

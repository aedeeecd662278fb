import { Minus, Plus } from 'lucide-react';
import { type RefObject, useEffect, useId } from 'react';
import { latinDigits } from '@bijli/contract/latin-digits';
import { cx } from '@bijli/ui/cx';
import { ago } from '@bijli/ui/format/ago';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import type { ChargeChoice } from './use-choice.ts';
import styles from './ChargeSheet.module.css';

const STEP_PERCENT = 5;
/** The first press of a stepper sets this percentage when none is known. */
const FIRST_PERCENT = 20;

/**
 * Asks for the state of charge as the car shows it: typed exactly, or in steps of five. `isAsked`: the driver has just
 * tapped something that needs it, so the field takes focus.
 */
export function BatteryNow({
  field,
  choice: { soc, socLeftAt, setSoc },
  isAsked,
}: {
  field: RefObject<HTMLInputElement | null>;
  choice: ChargeChoice;
  isAsked: boolean;
}) {
  const { chargeSheet: messages } = useMessages();
  const label = useId();
  const isUnknown = soc === undefined;
  useEffect(() => {
    if (isAsked && isUnknown) field.current?.focus();
    // Runs when the battery is asked for, and not when the driver empties the field.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked]);
  const stepTo = (next: number) => setSoc(Math.min(100, Math.max(0, next)));
  const type = (typed: string) => {
    const digits = latinDigits(typed).replaceAll(/\D/g, '').slice(0, 3);
    setSoc(digits === '' ? undefined : Math.min(100, Number(digits)));
  };
  return (
    <div className={styles.battery}>
      <span className={styles.batteryWords}>
        <b id={label}>{messages.batteryNow}</b>
        {socLeftAt === undefined ? messages.asOnDashboard : <FromLastCharge endedAt={socLeftAt} />}
      </span>
      <span className={cx('num', styles.batteryStep, isUnknown && styles.missing)} role="group" aria-labelledby={label}>
        <button
          type="button"
          aria-label={messages.batteryLess}
          onClick={() =>
            stepTo(soc === undefined ? FIRST_PERCENT : Math.ceil(soc / STEP_PERCENT) * STEP_PERCENT - STEP_PERCENT)
          }
        >
          <Minus size={20} aria-hidden />
        </button>
        <label>
          <input
            ref={field}
            aria-labelledby={label}
            inputMode="numeric"
            placeholder="?"
            value={soc ?? ''}
            style={{ width: `${Math.max(1, String(soc ?? '').length)}ch` }}
            onFocus={(event) => event.target.select()}
            onChange={(event) => type(event.target.value)}
          />
          <span aria-hidden>{messages.percent}</span>
        </label>
        <button
          type="button"
          aria-label={messages.batteryMore}
          onClick={() =>
            stepTo(soc === undefined ? FIRST_PERCENT : Math.floor(soc / STEP_PERCENT) * STEP_PERCENT + STEP_PERCENT)
          }
        >
          <Plus size={20} aria-hidden />
        </button>
      </span>
    </div>
  );
}

/** Shown for a percentage that the last charge left, because the car may have been driven since. */
function FromLastCharge({ endedAt }: { endedAt: string }) {
  const { chargeSheet: messages, time } = useMessages();
  const nowMs = useNow();
  return <span className="num">{messages.fromLastCharge(ago((nowMs - Date.parse(endedAt)) / 1000, time))}</span>;
}

/** The state of charge now and after the charge. Renders nothing when either is not known. */
export function BatteryStrip({ choice: { soc, socLeftAt, facts, estimated } }: { choice: ChargeChoice }) {
  const { chargeSheet: messages } = useMessages();
  if (soc === undefined || facts.car.batteryWh === undefined || estimated.soc === undefined) return null;
  const after = Math.round(estimated.soc);
  const percent = (value: number) => `${value}${messages.percent}`;
  return (
    <div className={styles.strip}>
      <div className={styles.stripBar} role="img" aria-label={messages.batteryFromTo(percent(soc), percent(after))}>
        <i className={styles.will} style={{ width: `${estimated.soc}%` }} />
        <i className={styles.was} style={{ width: `${soc}%` }} />
      </div>
      <p className={`num ${styles.stripWords}`} aria-hidden>
        <span>{percent(0)}</span>
        <b>
          {estimated.wh > 0
            ? messages.nowToAfter(percent(soc), percent(after))
            : `${messages.batteryNow} ${percent(soc)}`}
          {socLeftAt !== undefined && ` · ${messages.sinceLastCharge}`}
        </b>
        <span>{percent(100)}</span>
      </p>
    </div>
  );
}

import { Minus, Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { ago } from '@bijli/ui/format/ago';
import { useNow } from '#device/use-now.ts';
import { useMessages } from '#messages/messages.ts';
import type { ChargeChoice } from './use-choice.ts';
import styles from './ChargeSheet.module.css';

const STEP = 5;
/** Where the first press leads that finds nothing told. */
const FIRST = 20;

/**
 * Asks for the battery as the dashboard shows it: typed exactly, or stepped in fives. `isAsked`: the driver has just tapped what waits for it,
 * and can type at once.
 */
export function BatteryNow({
  choice: { soc, socLeftAt, setSoc },
  isAsked,
}: {
  choice: ChargeChoice;
  isAsked: boolean;
}) {
  const { chargeSheet: messages } = useMessages();
  const label = useId();
  const field = useRef<HTMLInputElement>(null);
  const isUnknown = soc === undefined;
  useEffect(() => {
    if (isAsked && isUnknown) field.current?.focus();
    // When it is asked, and not when the field is emptied.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isAsked]);
  const stepTo = (next: number) => setSoc(Math.min(100, Math.max(0, next)));
  const type = (typed: string) => {
    const digits = typed.replaceAll(/\D/g, '').slice(0, 3);
    setSoc(digits === '' ? undefined : Math.min(100, Number(digits)));
  };
  return (
    <div className={styles.battery}>
      <span className={styles.batteryWords}>
        <b id={label}>{messages.batteryNow}</b>
        {socLeftAt === undefined ? messages.asOnDashboard : <FromLastCharge endedAt={socLeftAt} />}
      </span>
      <span className={`num ${styles.batteryStep}`} role="group" aria-labelledby={label}>
        <button
          type="button"
          aria-label={messages.batteryLess}
          onClick={() => stepTo(soc === undefined ? FIRST : Math.ceil(soc / STEP) * STEP - STEP)}
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
          onClick={() => stepTo(soc === undefined ? FIRST : Math.floor(soc / STEP) * STEP + STEP)}
        >
          <Plus size={20} aria-hidden />
        </button>
      </span>
    </div>
  );
}

/** Said of a figure that nobody has typed: the car may have been driven since. */
function FromLastCharge({ endedAt }: { endedAt: string }) {
  const { chargeSheet: messages, time } = useMessages();
  const nowMs = useNow();
  return <span className="num">{messages.fromLastCharge(ago((nowMs - Date.parse(endedAt)) / 1000, time))}</span>;
}

/** Where the battery stands and where the choice leads, where both are known. */
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

import { Lock } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { type ChargeMode, MAX_UNITS } from '@bijli/contract/charge-estimate';
import { rupees as inRupees } from '@bijli/contract/money';
import { Sum } from '@bijli/ui/Card';
import { rupees, wholeRupees } from '@bijli/ui/format/money';
import { Note } from '@bijli/ui/Notice';
import { Range } from '@bijli/ui/Range';
import { Stepper } from '@bijli/ui/Stepper';
import { Tabs } from '@bijli/ui/Tabs';
import { useMessages, type Messages } from '#messages/messages.ts';
import { type Estimate, modesFor, type Offer, sliderFor, snap } from './charge-choice.ts';
import styles from './ChargeSheet.module.css';

interface HowMuchProps {
  mode: ChargeMode;
  value: number;
  offer: Offer;
  estimated: Estimate;
  onMode: (mode: ChargeMode) => void;
  onValue: (value: number) => void;
}

const PANEL = 'how-much';
const STEPS: Partial<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
};

/** Tabs for the way to say it, the value, the slider, and what it comes to. */
export function HowMuch({ mode, value, offer, estimated, onMode, onValue }: HowMuchProps) {
  const { chargeSheet: messages } = useMessages();
  const slider = sliderFor(mode, offer);
  const step = (steps: number) => onValue(Math.min(slider.max, Math.max(0, snap(value + steps * slider.step, slider))));

  // The end may lie between two steps, which a range input with steps would never reach.
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = STEPS[event.key];
    const end = { Home: 0, End: slider.max }[event.key];
    if (steps === undefined && end === undefined) return;
    event.preventDefault();
    if (end === undefined) step(steps ?? 0);
    else onValue(end);
  };

  return (
    <>
      <Tabs
        label={messages.by}
        value={mode}
        onChange={onMode}
        panelId={PANEL}
        options={modesFor(offer).map((option) => ({ value: option, label: messages.modes[option] }))}
      />
      <div id={PANEL} role="tabpanel" aria-label={messages.modes[mode]}>
        <div className={styles.value}>
          <Stepper
            lessLabel={messages.less}
            moreLabel={messages.more}
            onLess={() => step(-1)}
            onMore={() => step(1)}
            atStart={value <= 0}
            atEnd={value >= slider.max}
          >
            <Value mode={mode} value={value} />
          </Stepper>
          <p className={`num ${styles.comesTo}`}>{comesTo(mode, estimated, offer, messages)}</p>
        </div>
        <Range
          label={messages.howMuch}
          value={value}
          max={slider.max}
          step="any"
          valueText={spoken(mode, value, messages)}
          onKeyDown={onKeyDown}
          onChange={(chosen) => onValue(snap(chosen, slider))}
        />
        <Ticks mode={mode} max={slider.max} />
        <div className={styles.sum}>
          <Sum
            lines={[
              mode === 'amount'
                ? [messages.amount, rupees(inRupees(estimated.taxablePaise))]
                : [
                    messages.unitsTimesPrice(String(estimated.units), rupees(offer.pricePerUnit)),
                    rupees(inRupees(estimated.taxablePaise)),
                  ],
              [messages.gst, rupees(inRupees(estimated.gstPaise))],
            ]}
            total={[messages.estimate, rupees(inRupees(estimated.totalPaise))]}
          />
        </div>
        <div className={styles.note} aria-live="polite">
          <Hint estimated={estimated} offer={offer} />
        </div>
      </div>
    </>
  );
}

/** What stands in the way, else what happens to the money. */
function Hint({ estimated, offer }: { estimated: Estimate; offer: Offer }) {
  const { chargeSheet: messages } = useMessages();
  if (offer.pricePerUnit <= 0) return <p className={styles.bad}>{messages.noPrice}</p>;
  if (!estimated.isAffordable) return <p className={styles.bad}>{messages.tooMuch(rupees(offer.balance))}</p>;
  if (!estimated.isCapped) return <Note icon={Lock}>{messages.held}</Note>;
  const why = estimated.units >= MAX_UNITS ? messages.cappedByLimit(MAX_UNITS) : messages.cappedByWallet;
  return (
    <Note icon={Lock}>
      <b>{why}</b> {messages.held}
    </Note>
  );
}

function Value({ mode, value }: { mode: ChargeMode; value: number }) {
  const { chargeSheet: messages } = useMessages();
  if (mode === 'amount') {
    return Number.isInteger(value) ? wholeRupees(value) : <span className={styles.long}>{rupees(value)}</span>;
  }
  if (mode === 'time') {
    const minutes = Math.round(value * 60);
    return (
      <>
        {Math.floor(minutes / 60)}
        <small>{messages.hours}</small> {String(minutes % 60).padStart(2, '0')}
        <small>{messages.minutes}</small>
      </>
    );
  }
  return (
    <>
      {value}
      <small>{mode === 'units' ? messages.kwh : messages.percent}</small>
    </>
  );
}

function Ticks({ mode, max }: { mode: ChargeMode; max: number }) {
  const { chargeSheet: messages } = useMessages();
  const at = mode === 'amount' ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const label = {
    units: String,
    amount: wholeRupees,
    time: (hours: number) => `${hours} ${messages.hours}`,
    percentage: (percent: number) => `${percent} ${messages.percent}`,
  }[mode];
  return (
    <div className={`num ${styles.ticks}`} aria-hidden>
      {at.map((share) => (
        <span key={share}>{label(share * max)}</span>
      ))}
    </div>
  );
}

/** The units where they were not what was chosen, and their share of the battery where its size is known. */
function comesTo(
  mode: ChargeMode,
  { units }: Estimate,
  { batteryKwh }: Offer,
  messages: Messages['chargeSheet'],
): string {
  if (units === 0) return '';
  const percent = batteryKwh && mode !== 'percentage' ? Math.round((units / batteryKwh) * 100) : 0;
  const share = percent > 100 ? messages.tooLarge : percent > 0 ? messages.share(percent) : '';
  const parts = [mode === 'units' ? '' : messages.comesTo(String(units)), share].filter(Boolean);
  const sentence = parts.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function spoken(mode: ChargeMode, value: number, messages: Messages['chargeSheet']): string {
  if (mode === 'amount') return rupees(value);
  if (mode === 'time') return `${value} ${messages.hours}`;
  return `${value} ${mode === 'units' ? messages.kwh : messages.percent}`;
}

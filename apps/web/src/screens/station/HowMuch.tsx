import { Lock } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { type ChargeMode, MOST_UNITS } from '@bijli/contract/charge-estimate';
import { rupees as inRupees } from '@bijli/contract/money';
import { rupees, wholeRupees } from '@bijli/ui/format/money';
import { Sum } from '@bijli/ui/Card';
import { Note } from '@bijli/ui/Notice';
import { Range } from '@bijli/ui/Range';
import { Tabs } from '@bijli/ui/Tabs';
import { Stepper } from '@bijli/ui/Stepper';
import { useWords, type Words } from '#words/words.ts';
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
  const { chargeSheet: words } = useWords();
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
        label={words.by}
        value={mode}
        onChange={onMode}
        panelId={PANEL}
        options={modesFor(offer).map((option) => ({ value: option, label: words.modes[option] }))}
      />
      <div id={PANEL} role="tabpanel" aria-label={words.modes[mode]}>
        <div className={styles.value}>
          <Stepper
            lessLabel={words.less}
            moreLabel={words.more}
            onLess={() => step(-1)}
            onMore={() => step(1)}
            atStart={value <= 0}
            atEnd={value >= slider.max}
          >
            <Value mode={mode} value={value} />
          </Stepper>
          <p className={`num ${styles.comesTo}`}>{comesTo(mode, estimated, offer, words)}</p>
        </div>
        <Range
          label={words.howMuch}
          value={value}
          max={slider.max}
          step="any"
          valueText={spoken(mode, value, words)}
          onKeyDown={onKeyDown}
          onChange={(chosen) => onValue(snap(chosen, slider))}
        />
        <Ticks mode={mode} max={slider.max} />
        <div className={styles.sum}>
          <Sum
            lines={[
              mode === 'amount'
                ? [words.amount, rupees(inRupees(estimated.taxablePaise))]
                : [
                    words.unitsTimesPrice(String(estimated.units), rupees(offer.pricePerUnit)),
                    rupees(inRupees(estimated.taxablePaise)),
                  ],
              [words.gst, rupees(inRupees(estimated.gstPaise))],
            ]}
            total={[words.estimate, rupees(inRupees(estimated.totalPaise))]}
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
  const { chargeSheet: words } = useWords();
  if (offer.pricePerUnit <= 0) return <p className={styles.bad}>{words.noPrice}</p>;
  if (!estimated.isAffordable) return <p className={styles.bad}>{words.tooMuch(rupees(offer.balance))}</p>;
  if (!estimated.isCapped) return <Note icon={Lock}>{words.held}</Note>;
  const why = estimated.units >= MOST_UNITS ? words.cappedByLimit(MOST_UNITS) : words.cappedByWallet;
  return (
    <Note icon={Lock}>
      <b>{why}</b> {words.held}
    </Note>
  );
}

function Value({ mode, value }: { mode: ChargeMode; value: number }) {
  const { chargeSheet: words } = useWords();
  if (mode === 'amount') {
    return Number.isInteger(value) ? wholeRupees(value) : <span className={styles.long}>{rupees(value)}</span>;
  }
  if (mode === 'time') {
    const minutes = Math.round(value * 60);
    return (
      <>
        {Math.floor(minutes / 60)}
        <small>{words.hours}</small> {String(minutes % 60).padStart(2, '0')}
        <small>{words.minutes}</small>
      </>
    );
  }
  return (
    <>
      {value}
      <small>{mode === 'units' ? words.kwh : words.percent}</small>
    </>
  );
}

function Ticks({ mode, max }: { mode: ChargeMode; max: number }) {
  const { chargeSheet: words } = useWords();
  const at = mode === 'amount' ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const label = {
    units: String,
    amount: wholeRupees,
    time: (hours: number) => `${hours} ${words.hours}`,
    percentage: (percent: number) => `${percent} ${words.percent}`,
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
function comesTo(mode: ChargeMode, { units }: Estimate, { batteryKwh }: Offer, words: Words['chargeSheet']): string {
  if (units === 0) return '';
  const percent = batteryKwh && mode !== 'percentage' ? Math.round((units / batteryKwh) * 100) : 0;
  const share = percent > 100 ? words.tooLarge : percent > 0 ? words.share(percent) : '';
  const parts = [mode === 'units' ? '' : words.comesTo(String(units)), share].filter(Boolean);
  const sentence = parts.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function spoken(mode: ChargeMode, value: number, words: Words['chargeSheet']): string {
  if (mode === 'amount') return rupees(value);
  if (mode === 'time') return `${value} ${words.hours}`;
  return `${value} ${mode === 'units' ? words.kwh : words.percent}`;
}

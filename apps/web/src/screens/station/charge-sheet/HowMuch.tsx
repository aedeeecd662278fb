import type { KeyboardEvent } from 'react';
import {
  CHARGE_MODES,
  type ChargeMode,
  isKnown,
  quickChoices,
  SCALES,
  sliderFor,
  type Slider,
  snap,
  stepFrom,
} from '@bijli/contract/charge-choice';
import { assumedPower } from '@bijli/contract/charge-time';
import { Chip, Chips } from '@bijli/ui/Chip';
import { formatRupees, wholeRupees } from '@bijli/ui/format/money';
import { withUnit } from '@bijli/ui/format/units';
import { Range } from '@bijli/ui/Range';
import { Stepper } from '@bijli/ui/Stepper';
import { Tabs } from '@bijli/ui/Tabs';
import { useMessages } from '#messages/messages.ts';
import { LargeDuration } from '#parts/LargeDuration.tsx';
import { BatteryNow, BatteryStrip } from './Battery.tsx';
import { EstimateTable } from './EstimateTable.tsx';
import { Hint } from './Hint.tsx';
import type { ChargeChoice } from './use-choice.ts';
import { kwhOf, valueOf } from './words.ts';
import styles from './ChargeSheet.module.css';

const PANEL = 'how-much';
const STEPS: Partial<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
};

interface HowMuchProps {
  choice: ChargeChoice;
  hasNothing: boolean;
  /** Leads to where the driver tells what nobody knows of the car. */
  onTell: () => void;
}

/** Tabs for the way to say it, the value, the slider, and what it comes to. */
export function HowMuch({ choice, hasNothing, onTell }: HowMuchProps) {
  const { chargeSheet: messages, station } = useMessages();
  const { mode, offer, setMode } = choice;
  const assumed = assumedPower(offer.supply);
  const isPercentage = mode === 'percentage';
  const hasSize = offer.supply.batteryWh !== undefined;
  return (
    <>
      <Tabs
        label={messages.by}
        value={mode}
        onChange={setMode}
        panelId={PANEL}
        options={CHARGE_MODES.filter((option) => option === 'percentage' || isKnown(option, offer)).map((option) => ({
          value: option,
          label: messages.modes[option],
        }))}
      />
      <div id={PANEL} role="tabpanel" aria-label={messages.modes[mode]}>
        <Value choice={choice} onTell={onTell} />
        {isPercentage && hasSize && <BatteryNow choice={choice} />}
        {!isPercentage && <BatteryStrip choice={choice} />}
        <EstimateTable estimated={choice.estimated} />
        {assumed !== undefined && (
          <p className={`num ${styles.small}`}>{messages.carAssumed(station.kilowatts(Math.round(assumed / 1000)))}</p>
        )}
        {!hasNothing && offer.pricePaisePerKwh > 0 && <p className={styles.small}>{messages.held}</p>}
      </div>
    </>
  );
}

/** The value between its steppers, the slider below it, and choices of one tap. */
function Value({ choice, onTell }: { choice: ChargeChoice; onTell: () => void }) {
  const { chargeSheet: messages } = useMessages();
  const { mode, value, offer, setValue, lastUnits: last } = choice;
  const slider = sliderFor(mode, offer);
  const isOpen = isKnown(mode, offer);
  const scale = SCALES[mode];
  const step = (steps: number) => isOpen && setValue(stepFrom(value, steps, slider));

  // The end may lie between two steps, which a range input with steps would never reach.
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = STEPS[event.key];
    const end = { Home: 0, End: slider.most }[event.key];
    if (!isOpen || (steps === undefined && end === undefined)) return;
    event.preventDefault();
    if (end === undefined) step(steps ?? 0);
    else setValue(end);
  };

  return (
    <>
      <div className={styles.value}>
        <Stepper
          lessLabel={messages.less}
          moreLabel={messages.more}
          onLess={() => step(-1)}
          onMore={() => step(1)}
          isAtStart={!isOpen || value <= 0}
          isAtEnd={!isOpen || value >= slider.most}
        >
          <Figure mode={mode} value={value} />
        </Stepper>
        <Hint choice={choice} slider={slider} onTell={onTell} />
      </div>
      <Range
        label={messages.howMuch}
        value={value / scale}
        max={slider.end / scale}
        step="any"
        disabled={!isOpen}
        shutBelow={slider.above / scale}
        shutAbove={(isOpen ? slider.most : 0) / scale}
        valueText={valueOf(mode, value, messages)}
        onKeyDown={onKeyDown}
        onChange={(chosen) => setValue(snap(Math.round(chosen * scale), slider))}
      />
      <Ticks mode={mode} slider={slider} />
      <div className={styles.quick}>
        {isOpen && (
          <Chips look="even">
            {quickChoices(mode, offer, mode === 'units' ? last : []).map((quick) => (
              <Chip key={quick} isPressed={quick === value} onClick={() => setValue(quick)}>
                {valueOf(mode, quick, messages)}
              </Chip>
            ))}
          </Chips>
        )}
      </div>
    </>
  );
}

function Figure({ mode, value }: { mode: ChargeMode; value: number }) {
  const { chargeSheet: messages } = useMessages();
  if (mode === 'amount') {
    return value % 100 === 0 ? (
      wholeRupees(value / 100)
    ) : (
      <span className={styles.long}>{formatRupees(value / 100)}</span>
    );
  }
  if (mode !== 'time') {
    return (
      <>
        {mode === 'units' ? kwhOf(value) : value}
        <small>{mode === 'units' ? withUnit('', messages.kwh) : messages.percent}</small>
      </>
    );
  }
  return <LargeDuration minutes={value} />;
}

function Ticks({ mode, slider }: { mode: ChargeMode; slider: Slider }) {
  const { chargeSheet: messages } = useMessages();
  const at = mode === 'amount' ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
  const label = (value: number): string => {
    if (mode === 'units') return kwhOf(value);
    if (mode === 'amount') return value === slider.end ? formatRupees(value / 100) : wholeRupees(value / 100);
    return valueOf(mode, value, messages);
  };
  return (
    <div className={`num ${styles.ticks}`} aria-hidden>
      {at.map((share) => (
        <span key={share}>{label(share * slider.end)}</span>
      ))}
    </div>
  );
}

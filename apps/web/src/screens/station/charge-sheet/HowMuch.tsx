import { type KeyboardEvent, useRef, useState } from 'react';
import {
  sliderWithoutWallet,
  choiceBeyondUnits,
  CHARGE_MODES,
  type ChargeMode,
  isModeAvailable,
  type EstimateFacts,
  OFFERED,
  quickChoices,
  SCALES,
  sliderFor,
  type Slider,
  snapToStep,
  moveBySteps,
} from '@bijli/contract/charge-choice';
import { assumedPower, KNEE_SOC, lossPercent, SPARE_PERCENT } from '@bijli/contract/charge-time';
import { rupees } from '@bijli/contract/money';
import { Chip, Chips } from '@bijli/ui/Chip';
import { formatRupees, wholeRupees } from '@bijli/ui/format/money';
import { withUnit } from '@bijli/ui/format/units';
import { Range } from '@bijli/ui/Range';
import { Stepper } from '@bijli/ui/Stepper';
import { Tabs } from '@bijli/ui/Tabs';
import { useMessages } from '#messages/messages.ts';
import { LargeDuration } from '#parts/durations/LargeDuration.tsx';
import { BatteryNow, BatteryStrip } from './Battery.tsx';
import { formatKwh, choiceValueInWords, maxUnitsInWords } from './choice-in-words.ts';
import { EstimateTable } from './EstimateTable.tsx';
import { Hint } from './Hint.tsx';
import { trackOf } from './track.ts';
import type { ChargeChoice } from './use-choice.ts';
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
  /** Opens the screen where the driver enters missing facts about the car. */
  onTell: () => void;
}

/** Tabs for the mode, then the value with its slider, and the estimate. */
export function HowMuch({ choice, hasNothing, onTell }: HowMuchProps) {
  const { chargeSheet: messages } = useMessages();
  const { mode, facts, setMode } = choice;
  const isCarUnknown = assumedPower(facts.car) !== undefined;
  const isPercentage = mode === 'percentage';
  const [isBatteryAsked, setBatteryAsked] = useState(false);
  const battery = useRef<HTMLInputElement>(null);
  const percent = (value: number) => `${value}${messages.percent}`;
  const hasSize = facts.car.batteryWh !== undefined;
  return (
    <>
      <Tabs
        label={messages.by}
        value={mode}
        onChange={(next) => {
          setMode(next);
          if (next !== 'percentage') setBatteryAsked(false);
        }}
        onTap={(tapped) => setBatteryAsked(tapped === 'percentage')}
        panelId={PANEL}
        options={CHARGE_MODES.filter((option) => option === 'percentage' || isModeAvailable(option, facts)).map(
          (option) => ({
            value: option,
            label: messages.modes[option],
          }),
        )}
      />
      <div id={PANEL} role="tabpanel" aria-label={messages.modes[mode]}>
        {/* The battery comes first, because the choice needs it. */}
        {isPercentage && hasSize && <BatteryNow field={battery} choice={choice} isAsked={isBatteryAsked} />}
        <Value choice={choice} onTell={onTell} onAskBattery={() => battery.current?.focus()} />
        {!isPercentage && <BatteryStrip choice={choice} />}
        {!(hasNothing && choice.estimated.wh === 0) && <EstimateTable estimated={choice.estimated} />}
        {isPercentage && choice.estimated.wh > 0 && (
          <p className={`num ${styles.small}`}>
            {messages.withLoss(percent(lossPercent(facts.car)), percent(SPARE_PERCENT))}
          </p>
        )}
        {facts.car.current === 'DC' && facts.car.soc === undefined && choice.estimated.wh > 0 && (
          <p className={`num ${styles.small}`}>{messages.slowAbove(percent(KNEE_SOC))}</p>
        )}
        {isCarUnknown && choice.estimated.wh > 0 && <p className={styles.small}>{messages.carUnknown}</p>}
        {!hasNothing && facts.pricePaisePerKwh > 0 && <p className={styles.small}>{messages.held}</p>}
      </div>
    </>
  );
}

interface ValueProps {
  choice: ChargeChoice;
  onTell: () => void;
  /** Leads to the battery's level. */
  onAskBattery: () => void;
}

/** The value between its steppers, the slider, and the quick choices. */
function Value({ choice, onTell, onAskBattery }: ValueProps) {
  const { chargeSheet: messages } = useMessages();
  const { mode, value, facts, setValue, lastUnits } = choice;
  const slider = sliderFor(mode, facts);
  const isOpen = isModeAvailable(mode, facts);
  // Percentages need the battery's level. Until it is known, a tap leads to its field.
  const hasSize = facts.car.batteryWh !== undefined;
  const scale = SCALES[mode];
  const { onTrack, ofTrack } = trackOf(mode, slider);
  // A quick choice may exceed the balance. The steppers then continue from there.
  const reach = mode !== 'amount' && value > slider.max ? sliderWithoutWallet(mode, facts) : slider;
  const offered = quickChoices(mode, facts, mode === 'units' ? lastUnits : []);
  // The usual percentages are in place before the battery is typed, and stay there meanwhile.
  const isUsual = mode === 'percentage' && (!isOpen || offered.every((each) => OFFERED.percentage.includes(each)));
  const chips = isUsual ? OFFERED.percentage : offered;
  const needsBattery = !isOpen && hasSize;
  const step = (steps: number) => {
    if (isOpen) setValue(moveBySteps(value, steps, reach));
    else onAskBattery();
  };
  const take = (quick: number) => {
    setValue(quick);
    if (needsBattery) onAskBattery();
  };

  // The end may lie between two steps. A native slider with steps would never reach it.
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = STEPS[event.key];
    const end = { Home: 0, End: slider.max }[event.key];
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
          isAtStart={needsBattery ? false : !isOpen || value <= 0}
          isAtEnd={needsBattery ? false : !isOpen || value >= reach.max}
        >
          <Figure mode={mode} value={value} />
        </Stepper>
        <Hint choice={choice} slider={slider} onTell={onTell} />
      </div>
      <Range
        label={messages.howMuch}
        value={onTrack(value) / scale}
        max={slider.end / scale}
        step="any"
        disabled={!isOpen}
        shutBelow={onTrack(slider.above) / scale}
        shutAbove={onTrack(isOpen ? slider.max : 0) / scale}
        valueText={choiceValueInWords(mode, value, messages)}
        onKeyDown={onKeyDown}
        onChange={(chosen) => setValue(snapToStep(Math.round(ofTrack(chosen * scale)), slider))}
      />
      {slider.end > 0 && <Ticks mode={mode} slider={slider} />}
      {isOpen && <Shut mode={mode} facts={facts} slider={slider} />}
      <div className={styles.quick}>
        {(isOpen || hasSize) && (
          <Chips look="even">
            {chips.map((quick) => (
              <Chip
                key={quick}
                isPressed={quick === value}
                disabled={isOpen && !offered.includes(quick)}
                onClick={() => take(quick)}
              >
                {choiceValueInWords(mode, quick, messages)}
              </Chip>
            ))}
          </Chips>
        )}
      </div>
    </>
  );
}

/** Explains the hatched part of the slider, and why a quick choice is missing. */
function Shut({ mode, facts, slider }: { mode: ChargeMode; facts: EstimateFacts; slider: Slider }) {
  const { chargeSheet: messages } = useMessages();
  const beyond = choiceBeyondUnits(mode, facts);
  const bound = slider.max < slider.end && slider.bound;
  const most = maxUnitsInWords(messages);
  const notOffered =
    beyond === undefined ? undefined : messages.notOffered(choiceValueInWords(mode, beyond, messages), most);
  // The sentence of a missing choice names the limit of 40 units, which is said once.
  const sentences = {
    units: notOffered ?? messages.shut.units(most),
    battery: facts.car.soc === undefined ? messages.shut.wholeBattery : messages.shut.battery,
    wallet: messages.shut.wallet,
  };
  return (
    <>
      {bound && (
        <p className={`num ${styles.shut}`}>
          <i aria-hidden />
          {sentences[bound]}
        </p>
      )}
      {bound !== 'units' && notOffered !== undefined && <p className={`num ${styles.shut}`}>{notOffered}</p>}
    </>
  );
}

function Figure({ mode, value }: { mode: ChargeMode; value: number }) {
  const { chargeSheet: messages } = useMessages();
  if (mode === 'amount') {
    return value % 100 === 0 ? (
      wholeRupees(rupees(value))
    ) : (
      <span className={styles.long}>{formatRupees(rupees(value))}</span>
    );
  }
  if (mode !== 'time') {
    return (
      <>
        {mode === 'units' ? formatKwh(value) : value}
        <small>{mode === 'units' ? withUnit('', messages.kwh) : messages.percent}</small>
      </>
    );
  }
  return <LargeDuration minutes={value} />;
}

function Ticks({ mode, slider }: { mode: ChargeMode; slider: Slider }) {
  const { chargeSheet: messages } = useMessages();
  const { tickShares: shares, ofTrack } = trackOf(mode, slider);
  const label = (value: number): string => {
    if (mode === 'units') return formatKwh(value);
    if (mode === 'amount') return value === slider.end ? formatRupees(rupees(value)) : wholeRupees(rupees(value));
    return choiceValueInWords(mode, value, messages);
  };
  return (
    <div className={`num ${styles.ticks}`} aria-hidden>
      {shares.map((share) => (
        <span key={share}>{label(ofTrack(share * slider.end))}</span>
      ))}
    </div>
  );
}

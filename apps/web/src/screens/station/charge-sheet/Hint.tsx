import {
  isBalanceEnough,
  isModeAvailable,
  minutesToFull,
  missingPaise,
  type Slider,
} from '@bijli/contract/charge-choice';
import { rupees } from '@bijli/contract/money';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { useMessages, type Messages } from '#messages/messages.ts';
import { shortDuration } from '#parts/durations/duration.ts';
import { choiceValueInWords } from './choice-in-words.ts';
import type { ChargeChoice } from './use-choice.ts';
import styles from './ChargeSheet.module.css';

/** One line below the value: what prevents the choice, otherwise what it means. */
export function Hint({ choice, slider, onTell }: { choice: ChargeChoice; slider: Slider; onTell: () => void }) {
  const { chargeSheet: messages } = useMessages();
  if (choice.mode === 'percentage' && choice.hasPrice && choice.facts.car.batteryWh === undefined) {
    return (
      <p className={styles.hint}>
        {messages.sizeUnknown}{' '}
        <button type="button" className={styles.tell} onClick={onTell}>
          {messages.tellSize}
        </button>
      </p>
    );
  }
  const bad = inTheWay(choice, messages);
  return (
    <p className={cx('num', styles.hint, bad !== undefined && styles.bad)} aria-live="polite">
      {bad ?? meaning(choice, slider, messages)}
    </p>
  );
}

function inTheWay({ mode, value, soc, facts, hasPrice, estimated }: ChargeChoice, messages: Messages['chargeSheet']) {
  const { freePaise } = facts;
  if (!hasPrice) return messages.noPrice;
  if (mode === 'percentage' && soc !== undefined && soc >= 100) return messages.alreadyAt(`${soc}${messages.percent}`);
  if (mode === 'percentage' && soc !== undefined && value > 0 && value <= soc)
    return messages.alreadyAt(`${soc}${messages.percent}`);
  // When the balance is too low for any charge, another part of the sheet says so.
  if (estimated.isAffordable || !isBalanceEnough(freePaise)) return undefined;
  return messages.tooMuch(
    formatRupees(rupees(missingPaise(estimated.totalPaise, freePaise))),
    formatRupees(rupees(freePaise)),
  );
}

function meaning(choice: ChargeChoice, slider: Slider, messages: Messages['chargeSheet']): string {
  const { mode, value, facts, lastUnits, estimated, isExact } = choice;
  if (!isModeAvailable(mode, facts)) return messages.askBattery;
  if (mode === 'amount') {
    if (slider.end === 0) return messages.walletEmpty;
    if (value === 0) return messages.chooseAmount;
    return (isExact ? messages.youPay : messages.youPayAbout)(formatRupees(rupees(estimated.totalPaise)));
  }
  if (value > 0 && value === slider.max) {
    // A limit of 40 units is said below the slider, and only there.
    if (slider.bound === 'wallet') return messages.asFarAsWallet;
    if (slider.bound === 'battery') return messages.fullThen;
  }
  switch (mode) {
    case 'units':
      if (value === 0) return messages.chooseHowMuch;
      return lastUnits.includes(value) ? messages.lastTime : '';
    case 'time': {
      const full = minutesToFull(facts);
      if (full !== undefined) return messages.fullAfter(shortDuration(full, messages));
      return value === 0 ? messages.chooseHowMuch : '';
    }
    case 'percentage': {
      if (value === 0) return messages.choosePercent;
      const to = messages.chargeTo(choiceValueInWords(mode, value, messages));
      return value === GOOD_PERCENT ? messages.goodFor(to) : to;
    }
  }
}

/** Batteries last longest when they are not charged beyond this. */
const GOOD_PERCENT = 80;

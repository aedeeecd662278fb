import { type ClipboardEvent, type KeyboardEvent, type Ref, useRef } from 'react';
import styles from './CodeBoxes.module.css';

interface CodeBoxesProps {
  ref?: Ref<HTMLFieldSetElement>;
  /** One digit or empty text a box. */
  digits: string[];
  onChange: (digits: string[]) => void;
  /** Read aloud for the group. */
  label: string;
  digitLabel: (position: number) => string;
  /** The value is wrong. `note` is the id of the sentence that says so. */
  isBad?: boolean;
  note?: string | undefined;
  /** The code can no longer be entered. */
  isDisabled?: boolean;
  /** Called when the last empty box has been filled. */
  onFilled?: () => void;
  /** Called on Enter, or on the equivalent key of a phone, when all boxes are filled. */
  onEnter?: () => void;
  /** Turns digits of another script into Latin ones. */
  latinDigits?: (text: string) => string;
  /** Returns true to ignore a key that is typed in the box at this index. */
  blocks?: (key: string, index: number) => boolean;
}

/**
 * A code in boxes, one digit each. A digit moves to the next box, Backspace to the one before, and other characters are
 * removed. A pasted or auto-filled code fills the boxes from the one it was put in.
 */
export function CodeBoxes(props: CodeBoxesProps) {
  const { ref, digits, onChange, label, digitLabel, isBad = false, note, isDisabled = false, blocks } = props;
  const { onFilled, onEnter, latinDigits = (text) => text } = props;
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number) => boxes.current[Math.max(0, Math.min(index, digits.length - 1))]?.focus();

  function fill(from: number, text: string) {
    const typed = latinDigits(text).replaceAll(/\D/g, '');
    // A whole code starts in the first box, whichever box the phone offered it to.
    const start = typed.length >= digits.length ? 0 : from;
    const next = digits.with(from, '').map((digit, index) => typed[index - start] ?? digit);
    onChange(next);
    if (typed === '') return;
    if (onFilled && start + typed.length >= digits.length && next.every((digit) => digit !== '')) onFilled();
    else focus(start + typed.length);
  }

  function typeInto(index: number, text: string) {
    const before = digits[index] ?? '';
    // When the user types into a full box, its text holds the old digit and the new one.
    const isReplaced = text.length === 2 && before !== '';
    fill(index, isReplaced ? text.replace(before, '') : text);
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (blocks?.(event.key, index)) event.preventDefault();
    if (event.key === 'Enter' && digits.every((digit) => digit !== '')) onEnter?.();
    if (event.key === 'ArrowLeft') focus(index - 1);
    if (event.key === 'ArrowRight') focus(index + 1);
    if (event.key === 'Backspace') {
      event.preventDefault();
      onChange(digits.with(digits[index] === '' ? Math.max(0, index - 1) : index, ''));
      focus(index - 1);
    }
  }

  function onPaste(event: ClipboardEvent, index: number) {
    event.preventDefault();
    fill(index, event.clipboardData.getData('text'));
  }

  return (
    <fieldset ref={ref} className={styles.boxes} aria-label={label}>
      {digits.map((digit, index) => (
        <input
          key={digitLabel(index + 1)}
          ref={(box) => {
            boxes.current[index] = box;
          }}
          value={digit}
          disabled={isDisabled}
          aria-invalid={isBad || undefined}
          aria-describedby={note}
          inputMode="numeric"
          enterKeyHint="go"
          pattern="[0-9]*"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          aria-label={digitLabel(index + 1)}
          data-first={index === 0 || undefined}
          onFocus={(event) => event.target.select()}
          onBeforeInput={(event) => {
            // Typing the same digit again changes nothing but moves to the next box like any other digit.
            if (digit === '' || latinDigits(event.data ?? '') !== digit) return;
            event.preventDefault();
            fill(index, digit);
          }}
          onChange={(event) => typeInto(index, event.target.value)}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPaste={(event) => onPaste(event, index)}
        />
      ))}
    </fieldset>
  );
}

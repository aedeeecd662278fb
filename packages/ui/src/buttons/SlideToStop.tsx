import { ChevronRight, Square } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cx } from '../cx.ts';
import { Sheet } from '../sheets/Sheet.tsx';
import { Spinner } from '../waiting/Spinner.tsx';
import { Button } from './Button.tsx';
import styles from './SlideToStop.module.css';

interface SlideToStopProps {
  /** The text on the track. */
  children: string;
  /** The knob's name, read aloud. */
  label: string;
  /** Replaces the track and says what is going on. A full swipe then does nothing. */
  busyLabel?: string | undefined;
  disabled?: boolean;
  /** Asked before a stop by one press, which may be a mistake. A swipe is none. */
  question: StopQuestion;
  onStop: () => void;
}

interface StopQuestion {
  title: string;
  text: string;
  keep: string;
  stop: string;
  close: string;
}

/** The knob stops this far before the end of the track. */
const END_GAP_PX = 70;
/** Time between the knob's arrival at the end and the action. */
const SETTLE_MS = 300;
const KEY_STEPS = 10;
const START = { px: 0, share: 0 };

/**
 * Stops something when the user draws its knob all the way to the right. If it is released earlier, it glides back.
 * Arrow keys move the knob too. A press without a pointer (Enter, a screen reader) opens the question first.
 * `busyLabel` is announced, and focus moves to it from the knob.
 */
export function SlideToStop({ children, label, busyLabel, disabled = false, question, onStop }: SlideToStopProps) {
  const track = useRef<HTMLDivElement>(null);
  const isBusy = busyLabel !== undefined;
  const isOff = disabled || isBusy;
  const { knob, words, noteFocus } = useKeptFocus(isBusy);
  const [isAsked, setAsked] = useState(false);
  // A question that a stop from elsewhere has answered is not asked again.
  if (isOff && isAsked) setAsked(false);
  const end = () => {
    noteFocus();
    if (!isOff) onStop();
  };
  const { place, isHeld, handlers } = useSlide(track, isOff, { onEnd: end, onPress: () => setAsked(true) });
  return (
    <div
      ref={track}
      className={cx(styles.track, isOff && styles.off)}
      style={{ '--shown': 1 - place.share } as CSSProperties}
      data-held={isHeld || undefined}
    >
      {!isBusy && (
        <>
          <button
            ref={knob}
            type="button"
            className={styles.knob}
            style={{ transform: `translateX(${place.px}px)` }}
            aria-label={label}
            aria-disabled={isOff || undefined}
            {...handlers}
          >
            <Square size={20} fill="currentColor" strokeWidth={0} aria-hidden />
          </button>
          <span className={styles.words} aria-hidden>
            {children}
          </span>
          <span className={styles.hint} aria-hidden>
            <ChevronRight size={24} />
            <ChevronRight size={24} />
            <ChevronRight size={24} />
          </span>
        </>
      )}
      <span ref={words} className={styles.busy} role="status" tabIndex={-1}>
        {isBusy && <Spinner />}
        {busyLabel}
      </span>
      <Question
        of={question}
        open={isAsked}
        onClose={() => setAsked(false)}
        onStop={onStop}
        finalFocus={isBusy ? words : knob}
      />
    </div>
  );
}

interface QuestionProps {
  of: StopQuestion;
  open: boolean;
  onClose: () => void;
  onStop: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** Focus is on the answer that changes nothing, so that a second Enter stops nothing. */
function Question({ of: question, open, onClose, onStop, finalFocus }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const stop = () => {
    onClose();
    onStop();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={question.title}
      closeLabel={question.close}
      initialFocus={keep}
      finalFocus={finalFocus}
      foot={
        <div className={styles.answers}>
          <Button ref={keep} look="quiet" isBlock onClick={onClose}>
            {question.keep}
          </Button>
          <Button look="danger" isBlock onClick={stop}>
            {question.stop}
          </Button>
        </div>
      }
    >
      <p className="num">{question.text}</p>
    </Sheet>
  );
}

/** Moves focus from the knob to the text that replaces it, and back when the knob returns. */
function useKeptFocus(isBusy: boolean) {
  const knob = useRef<HTMLButtonElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  const wasAtKnob = useRef(false);
  useEffect(() => {
    if (isBusy && wasAtKnob.current) words.current?.focus();
    else if (!isBusy && document.activeElement === words.current) knob.current?.focus();
    wasAtKnob.current = false;
  }, [isBusy]);
  const noteFocus = () => {
    wasAtKnob.current = document.activeElement === knob.current;
  };
  return { knob, words, noteFocus };
}

interface Slid {
  /** The knob has arrived at the end and stayed. */
  onEnd: () => void;
  /** The knob was pressed by one key or by an assistive tool. */
  onPress: () => void;
}

/** The position of the knob on its track, and the handlers that move it. */
function useSlide(track: RefObject<HTMLDivElement | null>, isOff: boolean, { onEnd, onPress }: Slid) {
  const grip = useRef<{ pointer: number; from: number }>(undefined);
  const [slid, setSlid] = useState(START);
  const [isHeld, setHeld] = useState(false);
  const stop = useSettled(() => {
    grip.current = undefined;
    setHeld(false);
    setSlid(START);
    onEnd();
  });
  const place = isOff ? START : slid;
  const end = () => Math.max(1, (track.current?.clientWidth ?? 0) - END_GAP_PX);

  const moveTo = (position: number) => {
    const bounded = Math.max(0, Math.min(end(), position));
    setSlid({ px: bounded, share: bounded / end() });
    if (bounded >= end()) stop.settle();
    else stop.cancel();
  };
  const letGo = () => {
    if (!grip.current) return;
    grip.current = undefined;
    setHeld(false);
    if (!stop.isSettling()) setSlid(START);
  };

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (isOff || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { pointer: event.pointerId, from: event.clientX - place.px };
      setHeld(true);
    },
    onPointerMove(event: PointerEvent) {
      if (grip.current?.pointer === event.pointerId) moveTo(event.clientX - grip.current.from);
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onKeyDown(event: KeyboardEvent) {
      const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -KEY_STEPS }[event.key];
      if (isOff || steps === undefined) return;
      event.preventDefault();
      moveTo(place.px + (steps * end()) / KEY_STEPS + (steps > 0 ? 0.01 : 0));
    },
    onBlur: () => !stop.isSettling() && setSlid(START),
    onClick: (event: MouseEvent) => event.detail === 0 && !isOff && onPress(),
  };
  return { place, isHeld, handlers };
}

/** Runs `action` once, a moment after it was requested, unless the request was withdrawn. */
function useSettled(action: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  const cancel = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, SETTLE_MS);
  };
  return { settle, cancel, isSettling: () => timer.current !== undefined };
}

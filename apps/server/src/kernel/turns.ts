import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from './clock.ts';

/** Long enough for a few queries. What takes longer waits for somebody, and is no work of ours. */
const LONGEST_TURN_MS = 100;

/** Whose turn is over sooner had hung up before it came. */
const NO_WORK_MS = 0.1;

type Turn = () => void;

const current = new AsyncLocalStorage<Turn>();
let resting = 0;

/** For what is done in a turn and waits for others from now on, as for a charger's answer: the caller's next begins. */
export function endTurn(): void {
  current.getStore()?.();
}

/** Runs a deed in a turn that began elsewhere. */
export function inTurn<T>(turn: Turn, deed: () => T): T {
  return current.run(turn, deed);
}

/** How many callers rest between two turns just now: for tests that wait until nothing moves. */
export function restingCallers(): number {
  return resting;
}

/**
 * Lets each caller have one thing at work at a time, however many it asks for at once; the rest wait in order, so that what
 * others ask for meanwhile comes between. Turns are measured by the machine's own time, which no test moves.
 */
export class Turns {
  /** What waits, of each caller with something at work. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Begins a deed when it is the caller's turn, and tells it how to end it; a turn that is not ended ends by itself. */
  take(caller: string, begin: (end: Turn) => void): void {
    const waiting = this.#waiting.get(caller);
    if (waiting) return void waiting.push(() => this.#work(caller, begin));
    this.#waiting.set(caller, []);
    this.#work(caller, begin);
  }

  #work(caller: string, begin: (end: Turn) => void): void {
    const began = performance.now();
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      const next = this.#waiting.get(caller)?.shift();
      if (next) rest(performance.now() - began, next);
      else this.#waiting.delete(caller);
    };
    const cancel = systemClock.after(LONGEST_TURN_MS, end);
    inTurn(end, () => begin(end));
  }
}

/** A caller rests as long as it has worked and a millisecond at least, or one would have all the time there is. */
function rest(workedMs: number, next: () => void): void {
  resting += 1;
  const go = (): void => {
    resting -= 1;
    next();
  };
  if (workedMs < NO_WORK_MS) setImmediate(go);
  else systemClock.after(workedMs, go);
}

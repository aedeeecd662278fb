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
 * Lets each caller have so many things at work at a time, however many it asks for at once; the rest wait in order, so that what
 * others ask for meanwhile comes between. Turns are measured by the machine's own time, which no test moves.
 */
export class Turns {
  readonly #atOnce: number;
  /** Of each caller with something at work. */
  readonly #callers = new Map<string, { atWork: number; waiting: (() => void)[] }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Begins a deed when it is the caller's turn, and tells it how to end it; a turn that is not ended ends by itself. */
  take(caller: string, begin: (end: Turn) => void): void {
    const own = this.#callers.get(caller) ?? { atWork: 0, waiting: [] };
    this.#callers.set(caller, own);
    const work = (): void => this.#begin(begin, () => this.#over(caller));
    if (own.atWork >= this.#atOnce) return void own.waiting.push(work);
    own.atWork += 1;
    work();
  }

  /** Answers what waits next of the caller. */
  #over(caller: string): (() => void) | undefined {
    const own = this.#callers.get(caller);
    const next = own?.waiting.shift();
    if (!own || next) return next;
    own.atWork -= 1;
    if (own.atWork === 0) this.#callers.delete(caller);
    return undefined;
  }

  #begin(begin: (end: Turn) => void, over: () => (() => void) | undefined): void {
    const began = performance.now();
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      cancel();
      const next = over();
      if (next) rest(performance.now() - began, next);
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

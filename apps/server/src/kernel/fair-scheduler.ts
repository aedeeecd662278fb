import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock } from './clock.ts';

/** Long enough for a few queries. A longer task waits for others and does not use our thread. */
const MAX_TURN_MS = 100;

/** The running work of one caller. */
export interface WorkTurn {
  /** Starts the caller's next task. Undefined once the turn is over. */
  end: (() => void) | undefined;
}

interface QueuedCaller {
  atWork: number;
  /** Waiting tasks by connection. The first connection is next. */
  queues: Map<object, (() => void)[]>;
}

const current = new AsyncLocalStorage<WorkTurn>();

/** Ends the turn of a task that now waits for others, such as a charge point. The caller's next task begins. */
export function endTurn(): void {
  current.getStore()?.end?.();
}

/** Runs a task in a turn that began elsewhere. */
export function runInTurn<T>(turn: WorkTurn, task: () => T): T {
  return current.run(turn, task);
}

/**
 * Limits how many tasks of each caller run at a time, so that other callers get their turn in between. The rest wait in
 * order for each connection, and the connections of a caller take turns, so that a busy one does not block another.
 * Uses the machine's own time, which no test moves.
 */
export class FairScheduler {
  readonly #atOnce: number;
  readonly #maxTurnMs: number;
  readonly #callers = new Map<string, QueuedCaller>();

  constructor(atOnce: number, maxTurnMs = MAX_TURN_MS) {
    this.#atOnce = atOnce;
    this.#maxTurnMs = maxTurnMs;
  }

  /** Begins a task when it is the caller's and the connection's turn. A turn that nobody ends is over by itself. */
  take(caller: string, connection: object, begin: (turn: WorkTurn) => void): void {
    const own = this.#callers.get(caller) ?? { atWork: 0, queues: new Map<object, (() => void)[]>() };
    this.#callers.set(caller, own);
    const work = (): void => this.#begin(caller, begin);
    if (own.atWork >= this.#atOnce) {
      const queue = own.queues.get(connection);
      if (queue) queue.push(work);
      else own.queues.set(connection, [work]);
      return;
    }
    own.atWork += 1;
    work();
  }

  /** Drops the waiting tasks of a connection, because nobody would read the answers. */
  leave(caller: string, connection: object): void {
    this.#callers.get(caller)?.queues.delete(connection);
  }

  #begin(caller: string, begin: (turn: WorkTurn) => void): void {
    const beganAtMs = performance.now();
    const turn: WorkTurn = {
      end: () => {
        turn.end = undefined;
        cancel();
        this.#over(caller, performance.now() - beganAtMs);
      },
    };
    const cancel = systemClock.after(this.#maxTurnMs, () => turn.end?.());
    runInTurn(turn, () => begin(turn));
  }

  /** While a caller has more tasks waiting, it pauses for as long as it has worked, so that others get a turn. */
  #over(caller: string, workedMs: number): void {
    const isAnyWaiting = (this.#callers.get(caller)?.queues.size ?? 0) > 0;
    if (isAnyWaiting) systemClock.after(workedMs, () => this.#pass(caller));
    else this.#pass(caller);
  }

  #pass(caller: string): void {
    const own = this.#callers.get(caller);
    if (!own) return;
    const [first] = own.queues;
    if (!first) {
      own.atWork -= 1;
      if (own.atWork === 0) this.#callers.delete(caller);
      return;
    }
    const [connection, queue] = first;
    const next = queue.shift();
    own.queues.delete(connection);
    if (queue.length > 0) own.queues.set(connection, queue);
    next?.();
  }
}

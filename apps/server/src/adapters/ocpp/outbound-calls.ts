import { randomUUID } from 'node:crypto';
import { formatCall, type CallError, type CallResult } from '@bijli/ocpp/rpc';
import type { Clock } from '#kernel/clock.ts';
import { failure } from '#kernel/failure.ts';
import { endTurn } from '#kernel/turns.ts';
import { sessionsFailures } from '#modules/sessions/sessions.failures.ts';
import { FairQueue, type QueuePlace } from './fair-queue.ts';

/** The charge point answered a call with a CALLERROR. */
export class CallRefused extends Error {
  override name = 'CallRefused';
  readonly code: string;

  constructor(code: string, description: string) {
    super(`${code}: ${description}`);
    this.code = code;
  }
}

interface Pending {
  /** What it asks: the same question has the same answer. */
  question: string;
  place: QueuePlace;
  id: string;
  frame: string;
  answer: Promise<unknown>;
  resolve: (payload: unknown) => void;
  reject: (error: Error) => void;
  stopWaiting: () => void;
}

/** More than drivers at one charge point ever ask for, so that whoever asks without end fills no memory. */
const MAX_WAITING = 200;

/** Calls to one charge point: one in flight at a time (OCPP-J 1.6 section 4.1.1), in the order of `FairQueue`. */
export class OutboundCalls {
  readonly #send: (frame: string) => void;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #waiting = new FairQueue<Pending>();
  /** Those that wait and the one in flight, by what they ask. */
  readonly #asked = new Map<string, Pending>();
  #inFlight: Pending | undefined;
  #closed = false;

  constructor(send: (frame: string) => void, clock: Clock, timeoutMs: number) {
    this.#send = send;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Answers the payload of the CALLRESULT. Throws `CallRefused` for a CALLERROR, `charger_silent` when no answer comes in
   * time (counted from the asking, so that a queue makes nobody wait longer) or the link ends before it does, and
   * `charger_offline` when the call was never sent. Who asks what is being asked already gets the same answer.
   */
  ask(action: string, payload: object, place: QueuePlace): Promise<unknown> {
    if (this.#closed) return Promise.reject(failure(sessionsFailures, 'charger_offline'));
    endTurn();
    const question = `${action} ${JSON.stringify(payload)}`;
    const same = this.#asked.get(question);
    if (same) return same.answer;
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(failure(sessionsFailures, 'charger_silent'));
    const id = randomUUID();
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
    const stopWaiting = this.#clock.after(this.#timeoutMs, () => this.#giveUp(call));
    const frame = formatCall(id, action, payload);
    const call: Pending = { question, place, id, frame, answer, resolve, reject, stopWaiting };
    this.#asked.set(question, call);
    this.#waiting.push(place, call);
    this.#sendNext();
    return answer;
  }

  /** Takes an answer; false when nobody waits for it (any more). */
  settle(answer: CallResult | CallError): boolean {
    const call = this.#inFlight;
    if (call?.id !== answer.id) return false;
    this.#forget(call);
    if (answer.kind === 'result') call.resolve(answer.payload);
    else call.reject(new CallRefused(answer.code, answer.description));
    this.#sendNext();
    return true;
  }

  /** The link has ended. */
  close(): void {
    this.#closed = true;
    for (const call of this.#asked.values())
      this.#fail(call, call === this.#inFlight ? 'charger_silent' : 'charger_offline');
  }

  #sendNext(): void {
    if (this.#inFlight || this.#closed) return;
    this.#inFlight = this.#waiting.shift();
    if (this.#inFlight) this.#send(this.#inFlight.frame);
  }

  #giveUp(call: Pending): void {
    this.#fail(call, 'charger_silent');
    this.#sendNext();
  }

  #fail(call: Pending, code: 'charger_offline' | 'charger_silent'): void {
    this.#forget(call);
    call.reject(failure(sessionsFailures, code));
  }

  #forget(call: Pending): void {
    call.stopWaiting();
    this.#asked.delete(call.question);
    this.#waiting.remove(call.place, call);
    if (this.#inFlight === call) this.#inFlight = undefined;
  }
}

import { randomUUID } from 'node:crypto';
import { formatCall, type CallError, type CallResult } from '@bijli/ocpp/rpc';
import type { Clock } from '#kernel/clock.ts';
import { Failure } from '#kernel/failure.ts';

/** The charger answered a call with a CALLERROR. */
export class CallRefused extends Error {
  override name = 'CallRefused';
  readonly code: string;

  constructor(code: string, description: string) {
    super(`${code}: ${description}`);
    this.code = code;
  }
}

interface Pending {
  id: string;
  frame: string;
  resolve: (payload: unknown) => void;
  reject: (error: Error) => void;
  stopWaiting: () => void;
}

/** Calls to one charger: one in flight at a time (OCPP-J 1.6 section 4.1.1), what a driver waits for before the rest. */
export class OutboundCalls {
  readonly #send: (frame: string) => void;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #urgent: Pending[] = [];
  readonly #rest: Pending[] = [];
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
   * `charger_offline` when the call was never sent.
   */
  ask(action: string, payload: object, urgent: boolean): Promise<unknown> {
    if (this.#closed) return Promise.reject(new Failure('charger_offline'));
    return new Promise((resolve, reject) => {
      const id = randomUUID();
      const stopWaiting = this.#clock.after(this.#timeoutMs, () => this.#giveUp(call));
      const call: Pending = { id, frame: formatCall(id, action, payload), resolve, reject, stopWaiting };
      (urgent ? this.#urgent : this.#rest).push(call);
      this.#sendNext();
    });
  }

  /** Takes an answer; false when nobody waits for it (any more). */
  settle(answer: CallResult | CallError): boolean {
    const call = this.#inFlight;
    if (call?.id !== answer.id) return false;
    this.#inFlight = undefined;
    call.stopWaiting();
    if (answer.kind === 'result') call.resolve(answer.payload);
    else call.reject(new CallRefused(answer.code, answer.description));
    this.#sendNext();
    return true;
  }

  /** The link has ended. */
  close(): void {
    this.#closed = true;
    const unsent = [...this.#urgent.splice(0), ...this.#rest.splice(0)];
    for (const call of unsent) this.#fail(call, 'charger_offline');
    if (this.#inFlight) this.#fail(this.#inFlight, 'charger_silent');
    this.#inFlight = undefined;
  }

  #sendNext(): void {
    if (this.#inFlight || this.#closed) return;
    this.#inFlight = this.#urgent.shift() ?? this.#rest.shift();
    if (this.#inFlight) this.#send(this.#inFlight.frame);
  }

  #giveUp(call: Pending): void {
    for (const queue of [this.#urgent, this.#rest]) {
      const place = queue.indexOf(call);
      if (place >= 0) queue.splice(place, 1);
    }
    if (this.#inFlight === call) this.#inFlight = undefined;
    this.#fail(call, 'charger_silent');
    this.#sendNext();
  }

  #fail(call: Pending, code: 'charger_offline' | 'charger_silent'): void {
    call.stopWaiting();
    call.reject(new Failure(code));
  }
}

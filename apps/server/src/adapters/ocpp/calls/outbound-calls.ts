import { randomUUID } from 'node:crypto';
import { formatCall, type Answer, type CallError } from '@bijli/ocpp/rpc';
import type { Clock } from '#kernel/clock.ts';
import { endTurn } from '#kernel/fair-scheduler.ts';
import { refusal } from '#kernel/refusal.ts';
import type { ChargePointMessage } from '#modules/operations/index.ts';
import { sessionsRefusals } from '#modules/sessions/sessions.refusals.ts';
import { FairQueue, type QueuePlace } from './fair-queue.ts';

/** A call and its answer, for the message log. */
export type Exchange = Omit<ChargePointMessage, 'chargePointId'>;

/** The charge point has answered, but without a result that can be used. */
export abstract class NoUsableResult extends Error {}

/** Its CALLRESULT cannot be read. */
export class UnreadableResultReceived extends NoUsableResult {
  override name = 'UnreadableResultReceived';
}

/** It has answered with a CALLERROR. */
export class CallErrorReceived extends NoUsableResult {
  override name = 'CallErrorReceived';
  readonly code: string;
  readonly description: string;
  readonly details: unknown;

  constructor({ code, description, details }: Pick<CallError, 'code' | 'description' | 'details'>) {
    super(`${code}: ${description}`);
    this.code = code;
    this.description = description;
    this.details = details;
  }
}

/** Options of a call that is not shared with an equal one. */
export interface OwnCall {
  /** OCPP message id. */
  id: string;
  /** Called when it has been sent. */
  onSent: () => void;
}

interface Pending {
  action: string;
  /** Text of the request. Equal requests share one call. */
  question: string;
  place: QueuePlace;
  id: string;
  frame: string;
  answer: Promise<unknown>;
  resolve: (payload: unknown) => void;
  reject: (error: Error) => void;
  stopWaiting: () => void;
  sent: (() => void) | undefined;
  /** Undefined while it waits, or if its link was gone. */
  sentAt?: Date;
}

interface OutboundCallsOptions {
  /** Returns true if it was sent. A link may be gone before we know. */
  send: (frame: string) => boolean;
  /** Logs a sent call, with its answer or without. */
  logExchange: (message: Exchange) => void;
  clock: Clock;
  timeoutMs: number;
}

/** Length of our message ids. */
const ID_LENGTH = 36;
/** How many answered calls are remembered. A charge point that answers twice does so at once. */
const MAX_ANSWERED = 16;

/** More than the drivers at one charge point ever request. It bounds the memory. */
const MAX_WAITING = 200;

/** Calls to one charge point, one in flight at a time (OCPP-J 1.6 section 4.1.1), in the order of `FairQueue`. */
export class OutboundCalls {
  readonly #options: OutboundCallsOptions;
  readonly #waiting = new FairQueue<Pending>();
  /** Waiting calls and the one in flight, by request. */
  readonly #asked = new Map<string, Pending>();
  #inFlight: Pending | undefined;
  /** Ids of the latest calls that were answered, oldest first. */
  readonly #answered = new Set<string>();
  #isClosed = false;

  constructor(options: OutboundCallsOptions) {
    this.#options = options;
  }

  /**
   * Resolves to the payload of the CALLRESULT. Throws `CallErrorReceived` for a CALLERROR, `UnreadableResultReceived`
   * for a CALLRESULT that cannot be read, `charger_silent` if no answer comes in time (counted from the request,
   * including the queue) or the link ends first, and `charger_offline` if it was never sent. An equal request shares
   * the answer, unless `own` is given.
   */
  ask(action: string, payload: object, place: QueuePlace, own?: OwnCall): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(refusal(sessionsRefusals, 'charger_offline'));
    endTurn();
    const id = own?.id ?? randomUUID();
    const question = own ? id : `${action} ${JSON.stringify(payload)}`;
    const same = this.#asked.get(question);
    if (same) return same.answer;
    if (this.#waiting.size >= MAX_WAITING) return Promise.reject(refusal(sessionsRefusals, 'charger_silent'));
    const { promise: answer, resolve, reject } = Promise.withResolvers<unknown>();
    const { clock, timeoutMs } = this.#options;
    const stopWaiting = clock.after(timeoutMs, () => this.#giveUp(call));
    const frame = formatCall(id, action, payload);
    const sent = own?.onSent;
    const call: Pending = { action, question, place, id, frame, answer, resolve, reject, stopWaiting, sent };
    this.#asked.set(question, call);
    this.#waiting.push(place, call);
    this.#sendNext();
    return answer;
  }

  /** Handles an answer and its frame. Returns false if no call waits for it. */
  settle(answer: Answer, frame: string): boolean {
    const call = this.#inFlight;
    if (call?.id !== answer.id) return false;
    this.#forget(call);
    this.noteAnswered(call.id);
    this.#logExchange(call, { answer: frame, answerCode: answer.kind === 'error' ? answer.code : 'CALLRESULT' });
    if (answer.kind === 'result') call.resolve(answer.payload);
    else if (answer.kind === 'error') call.reject(new CallErrorReceived(answer));
    else call.reject(new UnreadableResultReceived(answer.problem));
    this.#sendNext();
    return true;
  }

  /** True if the call with this id was answered before on this link. Its first answer counts. */
  wasAnswered(id: string): boolean {
    return this.#answered.has(id);
  }

  /** Remembers that the call with this id was answered. */
  noteAnswered(id: string): void {
    // A longer id is not ours, and would take more memory.
    if (id.length > ID_LENGTH) return;
    this.#answered.add(id);
    const [oldest] = this.#answered;
    if (this.#answered.size > MAX_ANSWERED && oldest !== undefined) this.#answered.delete(oldest);
  }

  /** Ends all calls, because the link has ended. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#asked.values()) this.#fail(call, call.sentAt ? 'charger_silent' : 'charger_offline');
  }

  #sendNext(): void {
    if (this.#inFlight || this.#isClosed) return;
    const next = this.#waiting.shift();
    this.#inFlight = next;
    if (!next) return;
    const sentAt = this.#options.clock.now();
    if (!this.#options.send(next.frame)) return;
    next.sentAt = sentAt;
    next.sent?.();
  }

  #giveUp(call: Pending): void {
    this.#fail(call, 'charger_silent');
    this.#sendNext();
  }

  #fail(call: Pending, code: 'charger_offline' | 'charger_silent'): void {
    this.#forget(call);
    this.#logExchange(call, { answer: null, answerCode: null });
    call.reject(refusal(sessionsRefusals, code));
  }

  #logExchange(
    { action, id: messageId, frame, sentAt }: Pending,
    answered: Pick<Exchange, 'answer' | 'answerCode'>,
  ): void {
    if (!sentAt) return;
    const { clock, logExchange } = this.#options;
    const latencyMs = answered.answer === null ? null : clock.now().getTime() - sentAt.getTime();
    logExchange({ at: sentAt, direction: 'sent', action, messageId, frame, ...answered, latencyMs });
  }

  #forget(call: Pending): void {
    call.stopWaiting();
    this.#asked.delete(call.question);
    this.#waiting.remove(call.place, call);
    if (this.#inFlight === call) this.#inFlight = undefined;
  }
}

import type { WebSocket } from 'ws';
import {
  formatError,
  formatResult,
  parseFrame,
  RpcError,
  type Answer,
  type Call,
  type Malformed,
} from '@bijli/ocpp/rpc';
import { isDatabaseUnavailable } from '#db/database-unavailable.ts';
import type { Clock } from '#kernel/clock.ts';
import type { EventCode } from '#kernel/log.ts';
import { TokenBucket } from '#kernel/token-bucket.ts';
import type { QueuePlace } from '../calls/fair-queue.ts';
import { OutboundCalls, type Exchange, type OwnCall } from '../calls/outbound-calls.ts';
import type { LinkEventLog } from './link-event-log.ts';
import {
  CLOSE_TIMEOUT_MS,
  BACKPRESSURE_MS,
  UNSOLICITED_FRAMES,
  MALFORMED_FRAMES,
  MAX_ACTION_LENGTH,
  MAX_UNREAD_BYTES,
  MAX_WAITING_BYTES,
  MAX_WAITING_CALLS,
} from './link-limits.ts';

interface ReceivedFrame {
  text: string;
  id?: string | undefined;
  action?: string;
  receivedAt: Date;
}
const UNANSWERED = { answer: null, answerCode: null, latencyMs: null };

interface LinkOptions {
  chargePointId: string;
  socket: WebSocket;
  /** Resolves when messages may be handled: the previous link has ended and the new one is recorded. */
  ready: Promise<unknown>;
  /** Handles a call. An error is answered with a CALLERROR, so that the charge point tries again. */
  handle: (call: Call, receivedAt: Date) => Promise<object>;
  /** Called when the answer to a call has been sent. */
  onAnswered: (action: string) => void;
  /** Called for an answer that came after its timeout. */
  onAnsweredLate: (answer: Answer) => void;
  /** Records a protocol violation of the charge point. */
  reportViolation: (problem: string) => void;
  /** Adds an exchange to the message log. */
  logExchange: (message: Exchange) => void;
  /** Limits the bytes that the charge point may send, over all its links. */
  volume: TokenBucket;
  clock: Clock;
  callTimeoutMs: number;
  linkEventLog: LinkEventLog;
}

/**
 * The socket of one charge point. It answers the charge point's calls in order, and sends ours one at a time. Any error
 * here ends only this link.
 */
export class ChargePointLink {
  readonly #options: LinkOptions;
  readonly #calls: OutboundCalls;
  readonly #waiting: { call: Call; receivedAt: Date; bytes: number }[] = [];
  readonly #malformed: TokenBucket;
  readonly #unsolicited: TokenBucket;
  #stopHolding: (() => void) | undefined;
  #waitingBytes = 0;
  #work: Promise<void> | undefined;
  #hasReceived = true;
  #isRetired = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    const { socket, clock, callTimeoutMs, logExchange } = options;
    this.#malformed = new TokenBucket(MALFORMED_FRAMES, clock);
    this.#unsolicited = new TokenBucket(UNSOLICITED_FRAMES, clock);
    const send = (frame: string) => this.#send(frame);
    this.#calls = new OutboundCalls({ send, logExchange, clock, timeoutMs: callTimeoutMs });
    socket.on('message', (data: Buffer) => this.#endIfFailing(() => this.#receive(data)));
    socket.on('ping', (data) => this.#endIfFailing(() => this.#pong(data)));
    socket.on('pong', () => this.#endIfFailing(() => this.#noteIdle()));
    socket.on('close', () => this.#endIfFailing(() => this.#close()));
    // A caller that awaits it gets the error. If no message has come, nobody awaits it.
    options.ready.catch(() => undefined);
    this.#endIfFailing(() => this.#readWithinVolume());
  }

  /** True once nothing more is sent. */
  get isEnding(): boolean {
    return this.#isRetired;
  }

  /** Calls the charge point. See OutboundCalls.ask. */
  ask(action: string, payload: object, place: QueuePlace, own?: OwnCall): Promise<unknown> {
    return this.#calls.ask(action, payload, place, own);
  }

  /** Resolves when everything received so far has been handled. */
  async whenIdle(): Promise<void> {
    await this.#work;
  }

  /**
   * Sends a ping. A socket that was silent since the last ping is dead and is ended, unless this side has paused
   * reading.
   */
  checkAlive(): void {
    const { socket } = this.#options;
    if (socket.isPaused) return;
    if (!this.#hasReceived) return socket.terminate();
    this.#hasReceived = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }

  /**
   * Ends the link: nothing more is received, received messages are handled, and a peer that does not close is cut off.
   */
  async retire(code: number, reason: string): Promise<void> {
    this.#isRetired = true;
    this.#calls.close();
    const { socket, clock } = this.#options;
    if (socket.readyState === socket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const stopWaiting = clock.after(CLOSE_TIMEOUT_MS, () => socket.terminate());
    await Promise.race([this.whenIdle(), closed]);
    socket.close(code, reason);
    await closed;
    stopWaiting();
    await this.whenIdle();
  }

  #close(): void {
    this.#stopHolding?.();
    this.#calls.close();
  }

  #endIfFailing(task: () => void): void {
    try {
      task();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#end('ocpp.link_failed', 'a link to a charge point failed and is ended; the others go on', { error });
  }

  /** Ends the link at once. */
  #end(event: EventCode, message: string, facts: object = {}): void {
    const { chargePointId, linkEventLog, socket } = this.#options;
    this.#isRetired = true;
    linkEventLog.count(event, message, { chargePointId, ...facts });
    socket.terminate();
  }

  #receive(data: Buffer): void {
    this.#hasReceived = true;
    this.#options.volume.overdraw(data.length);
    this.#readWithinVolume();
    if (this.#isRetired) return;
    // Some firmware sends empty frames to keep its modem awake.
    if (data.length === 0) return this.#noteIdle();
    const text = textOf(data);
    const frame = parseFrame(text);
    if (frame.kind === 'call' && frame.isCut) this.#options.reportViolation('a stop has more samples than are read');
    if (frame.kind === 'unreadable') this.#options.reportViolation(frame.problem);
    if (frame.kind === 'call') this.#queueCall(frame, data.length);
    else if (frame.kind === 'malformed') this.#refuse(frame, text);
    else this.#settle(frame, text);
  }

  #queueCall(call: Call, bytes: number): void {
    this.#waiting.push({ call, receivedAt: this.#options.clock.now(), bytes });
    this.#waitingBytes += bytes;
    if (this.#waiting.length > MAX_WAITING_CALLS || this.#waitingBytes > MAX_WAITING_BYTES)
      this.#options.socket.pause();
    this.#work ??= this.#handleQueued().catch((error: unknown) => this.#fail(error));
  }

  #readWithinVolume(): void {
    if (!this.#options.volume.take()) this.#holdBack();
  }

  #holdBack(): void {
    const { socket, clock, volume, chargePointId, linkEventLog } = this.#options;
    socket.pause();
    linkEventLog.count('ocpp.held_back', 'a charge point sends too much; the rest is read later', { chargePointId });
    this.#stopHolding ??= clock.after(BACKPRESSURE_MS, () => {
      this.#stopHolding = undefined;
      if (volume.take()) this.#resumeReading();
      else this.#holdBack();
    });
  }

  #resumeReading(): void {
    const { socket } = this.#options;
    if (socket.isPaused && this.#waiting.length === 0 && !this.#stopHolding) socket.resume();
  }

  #refuse({ id, problem }: Malformed, text: string): void {
    const { chargePointId, reportViolation, linkEventLog, clock } = this.#options;
    reportViolation(problem);
    if (this.#malformed.take()) {
      const frame = { text, id, receivedAt: clock.now() };
      if (id === undefined) return this.#logExchange(frame);
      return this.#reply(frame, formatError(id, 'FormationViolation', problem), 'FormationViolation');
    }
    const message = 'a charge point sends malformed frames; its link is closed';
    linkEventLog.count('ocpp.malformed_frames', message, { chargePointId, problem });
    this.retire(1002, 'too many malformed frames').catch((error: unknown) => this.#fail(error));
  }

  #settle(answer: Answer, text: string): void {
    if (this.#calls.settle(answer, text)) return;
    this.#noteIdle();
    if (this.#isRetired) return;
    this.#logExchange({ text, id: answer.id, receivedAt: this.#options.clock.now() });
    if (this.#calls.wasAnswered(answer.id)) return;
    this.#calls.noteAnswered(answer.id);
    this.#options.onAnsweredLate(answer);
  }

  #pong(data: Buffer): void {
    this.#noteIdle();
    if (this.#mayWrite()) this.#options.socket.pong(data);
  }

  /** Counts a frame without a message. It shows that the charge point is alive, but too many end the link. */
  #noteIdle(): void {
    this.#hasReceived = true;
    if (this.#isRetired || this.#unsolicited.take()) return;
    this.#end('ocpp.link_flooded', 'a charge point floods its link with frames that ask for nothing and is cut off');
  }

  async #handleQueued(): Promise<void> {
    try {
      await this.#options.ready;
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        await this.#answer(next.call, next.receivedAt);
        this.#waitingBytes -= next.bytes;
        this.#resumeReading();
      }
    } finally {
      this.#work = undefined;
    }
  }

  async #answer(call: Call, receivedAt: Date): Promise<void> {
    const { handle, onAnswered, chargePointId, linkEventLog } = this.#options;
    const frame = { ...call, receivedAt };
    let answer: object;
    try {
      answer = await handle(call, receivedAt);
    } catch (error) {
      if (error instanceof RpcError)
        return this.#reply(frame, formatError(call.answerId, error.code, error.message), error.code);
      const message = 'a message of a charge point could not be stored; the charge point will send it again';
      const facts = { chargePointId, action: call.action.slice(0, MAX_ACTION_LENGTH), error };
      if (isDatabaseUnavailable(error)) {
        this.#logExchange(frame);
        return this.#leaveUnanswered(facts);
      }
      linkEventLog.count('ocpp.message_not_saved', message, facts);
      const refusal = formatError(call.answerId, 'InternalError', 'Please send this again.');
      return this.#reply(frame, refusal, 'InternalError');
    }
    this.#reply(frame, formatResult(call.answerId, answer), 'CALLRESULT');
    onAnswered(call.action);
  }

  #reply(frame: ReceivedFrame, answer: string, answerCode: string): void {
    if (!this.#send(answer)) return this.#logExchange(frame);
    const latencyMs = this.#options.clock.now().getTime() - frame.receivedAt.getTime();
    this.#logExchange(frame, { answer, answerCode, latencyMs });
  }

  #logExchange(
    { text, id, action, receivedAt }: ReceivedFrame,
    answered: Pick<Exchange, 'answer' | 'answerCode' | 'latencyMs'> = UNANSWERED,
  ): void {
    this.#options.logExchange({
      at: receivedAt,
      direction: 'received',
      action: action?.slice(0, MAX_ACTION_LENGTH) ?? null,
      messageId: id ?? null,
      frame: text,
      ...answered,
    });
  }

  /**
   * Leaves a call unanswered, because the charge point repeats unanswered calls but drops those that failed several
   * times. While the database is unavailable, the link is ended. Later calls stay unanswered too, so that all are
   * repeated in order.
   */
  #leaveUnanswered(facts: object): void {
    for (const { call, receivedAt } of this.#waiting.splice(0)) this.#logExchange({ ...call, receivedAt });
    this.#end('ocpp.database_away', 'a charge point message could not be kept; it comes again on another link', facts);
  }

  /** Returns true if the frame was sent. */
  #send(frame: string): boolean {
    if (!this.#mayWrite()) return false;
    this.#options.socket.send(frame);
    return true;
  }

  /** Returns true if the socket can take more. A peer that does not read is cut off. */
  #mayWrite(): boolean {
    const { socket } = this.#options;
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= MAX_UNREAD_BYTES) return true;
    this.#end('ocpp.link_not_reading', 'a charge point does not read what it is told and is cut off');
    return false;
  }
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Removes what some firmware adds to a frame: a byte order mark at the start, and a C string's NUL at the end. */
function textOf(data: Buffer): string {
  let end = data.length;
  while (data[end - 1] === 0) end -= 1;
  const text = data.toString('utf8', 0, end);
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

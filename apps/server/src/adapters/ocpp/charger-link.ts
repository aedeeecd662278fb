import {
  formatError,
  formatResult,
  parseFrame,
  RpcError,
  type Call,
  type CallError,
  type CallResult,
} from '@bijli/ocpp/rpc';
import type { WebSocket } from 'ws';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { OutboundCalls } from './outbound-calls.ts';

/** A charger has one call in flight; one that sends this many without waiting is held back until they are answered. */
const MOST_WAITING = 64;
const CLOSE_PATIENCE_MS = 2_000;

interface LinkOptions {
  chargerId: string;
  socket: WebSocket;
  /** Settles when messages may be handled: the link before this one is done and the arrival is known. */
  ready: Promise<unknown>;
  /** Handles a call. What it throws is answered by a CALLERROR, so that the charger tries again. */
  handle: (call: Call, receivedAt: Date) => Promise<object>;
  /** The answer to a call has been sent. */
  answered: (action: string) => void;
  /** Notes what the charger does wrong. */
  complain: (problem: string) => void;
  clock: Clock;
  callTimeoutMs: number;
  log: Log;
}

/** One charger's socket: answers its calls in the order they came, and sends ours one at a time. */
export class ChargerLink {
  readonly #options: LinkOptions;
  readonly #calls: OutboundCalls;
  readonly #waiting: { call: Call; receivedAt: Date }[] = [];
  #work: Promise<void> | undefined;
  #heard = true;
  #retired = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    const { socket, clock, callTimeoutMs } = options;
    this.#calls = new OutboundCalls((frame) => socket.send(frame), clock, callTimeoutMs);
    socket.on('message', (data: Buffer) => this.#receive(data.toString()));
    socket.on('pong', () => {
      this.#heard = true;
    });
    socket.on('close', () => this.#calls.close());
    socket.on('error', (error) =>
      options.log.info({ chargerId: options.chargerId, err: error }, 'charger socket failed'),
    );
  }

  /** Calls the charger; see OutboundCalls.ask. */
  ask(action: string, payload: object, urgent: boolean): Promise<unknown> {
    return this.#calls.ask(action, payload, urgent);
  }

  /** Settles when everything received so far has been handled. */
  async idle(): Promise<void> {
    await this.#work;
  }

  /** Pings; a socket that was silent since the last ping is dead and ends. */
  checkAlive(): void {
    const { socket } = this.#options;
    if (!this.#heard) return socket.terminate();
    this.#heard = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }

  /** Ends the link: nothing more is taken in, what was received is handled, and a peer that does not close is cut off. */
  async retire(code: number, reason: string): Promise<void> {
    this.#retired = true;
    this.#calls.close();
    const { socket, clock } = this.#options;
    if (socket.readyState === socket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const stopWaiting = clock.after(CLOSE_PATIENCE_MS, () => socket.terminate());
    await Promise.race([this.idle(), closed]);
    socket.close(code, reason);
    await closed;
    stopWaiting();
    await this.idle();
  }

  #receive(text: string): void {
    this.#heard = true;
    // Some firmware sends empty frames to keep its modem awake.
    if (this.#retired || text === '') return;
    const { socket, clock, complain } = this.#options;
    const frame = parseFrame(text);
    if (frame.kind === 'call') {
      this.#waiting.push({ call: frame, receivedAt: clock.now() });
      if (this.#waiting.length > MOST_WAITING) socket.pause();
      this.#work ??= this.#workOff();
    } else if (frame.kind === 'malformed') {
      complain(frame.problem);
      if (frame.id !== undefined) this.#send(formatError(frame.id, 'FormationViolation', frame.problem));
    } else {
      this.#settle(frame);
    }
  }

  #settle(answer: CallResult | CallError): void {
    if (this.#calls.settle(answer)) return;
    this.#options.log.debug(
      { chargerId: this.#options.chargerId, id: answer.id },
      'an answer came that nobody waits for',
    );
  }

  async #workOff(): Promise<void> {
    await this.#options.ready;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      await this.#answer(next.call, next.receivedAt);
      if (this.#waiting.length === 0 && this.#options.socket.isPaused) this.#options.socket.resume();
    }
    this.#work = undefined;
  }

  async #answer(call: Call, receivedAt: Date): Promise<void> {
    const { handle, answered, chargerId, log } = this.#options;
    try {
      this.#send(formatResult(call.id, await handle(call, receivedAt)));
      answered(call.action);
    } catch (error) {
      if (error instanceof RpcError) return this.#send(formatError(call.id, error.code, error.message));
      log.error(
        { chargerId, action: call.action, err: error },
        'a charger message could not be kept; the charger will retry',
      );
      this.#send(formatError(call.id, 'InternalError', 'Please send this again.'));
    }
  }

  #send(frame: string): void {
    const { socket } = this.#options;
    if (socket.readyState === socket.OPEN) socket.send(frame);
  }
}

import type { Clock } from './clock.ts';

interface UnsentMessage {
  action: string;
  /** Creates the payload when it is sent, because the transaction's id may not be known before. */
  payload: () => object;
  answered?: (answer: unknown) => void;
}

interface UnsentMessagesOptions {
  send: (action: string, payload: object) => Promise<unknown>;
  clock: Clock;
  online: () => boolean;
  /** How often a refused message is sent again. Many real charge points give up after 3. */
  attempts: number;
  retryMs: number;
  onGivenUp: (message: UnsentMessage, error: unknown) => void;
}

/**
 * A queue of the messages that must reach the central system: starts, samples and stops, in order, each kept until it
 * is acknowledged. It waits while there is no link. A message whose answer was lost is sent again (OCPP 1.6 sections
 * 3.7 and 4.8 to 4.10).
 */
export class UnsentMessages {
  readonly #options: UnsentMessagesOptions;
  readonly #messages: UnsentMessage[] = [];
  #isWorking = false;
  #attempts = 0;
  #cancelRetry: () => void = () => undefined;

  constructor(options: UnsentMessagesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#messages.length;
  }

  push(message: UnsentMessage): void {
    this.#messages.push(message);
    void this.resume();
  }

  /** Continues when the link is back. */
  async resume(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#cancelRetry();
    for (let first = this.#messages[0]; first && this.#options.online(); first = this.#messages[0]) {
      if (!(await this.#deliver(first))) break;
    }
    this.#isWorking = false;
  }

  close(): void {
    this.#messages.length = 0;
    this.#cancelRetry();
  }

  /** Resolves with true to continue at once. */
  async #deliver(message: UnsentMessage): Promise<boolean> {
    const { send, online, clock, attempts, retryMs, onGivenUp } = this.#options;
    let outcome: () => void;
    try {
      const answer = await send(message.action, message.payload());
      outcome = () => message.answered?.(answer);
    } catch (error) {
      if (!online()) return false;
      this.#attempts += 1;
      if (this.#attempts < attempts) {
        this.#cancelRetry = clock.after(retryMs, () => void this.resume());
        return false;
      }
      outcome = () => onGivenUp(message, error);
    }
    // close() has emptied the queue.
    if (this.#messages[0] !== message) return false;
    this.#messages.shift();
    this.#attempts = 0;
    outcome();
    return true;
  }
}

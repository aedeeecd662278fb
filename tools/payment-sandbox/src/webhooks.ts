import { setTimeout as wait } from 'node:timers/promises';
import type { Provider } from './orders.ts';
import type { Quirks } from './quirks.ts';

export interface Webhook {
  /** The sender. */
  provider: Provider;
  headers: Record<string, string>;
  body: string;
}

/** One attempt to deliver a webhook. */
export interface WebhookDelivery extends Webhook {
  /** The merchant's status. Undefined if there was no answer. */
  status: number | undefined;
}

/** Sends webhooks to the merchant. It repeats them with growing waits until an answer is 2xx. */
export class WebhookSender {
  readonly deliveries: WebhookDelivery[] = [];
  /** `:provider` in it is replaced by the sender's name. */
  url: string | undefined;
  readonly #retryAfterMs: number[];
  readonly #closed = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(url: string | undefined, retryAfterMs: number[]) {
    this.url = url;
    this.#retryAfterMs = retryAfterMs;
  }

  /** Sends the events one after the other, in the background. */
  send(events: Webhook[], quirks: Quirks): void {
    if (quirks.dropWebhook || this.url === undefined) return;
    const work = this.#run(
      events.flatMap((event) => (quirks.duplicateWebhook ? [event, event, event] : [event])),
      quirks.delayWebhookMs,
    ).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** Resolves when nothing is being delivered. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.settled();
  }

  async #run(events: Webhook[], delayMs: number): Promise<void> {
    if (!(await this.#pause(delayMs))) return;
    for (const event of events) await this.#deliver(event);
  }

  async #deliver(event: Webhook): Promise<void> {
    for (const delayMs of [0, ...this.#retryAfterMs]) {
      if (!(await this.#pause(delayMs))) return;
      const status = await this.#post(event);
      this.deliveries.push({ ...event, status });
      if (status !== undefined && status >= 200 && status < 300) return;
    }
  }

  async #post(event: Webhook): Promise<number | undefined> {
    const { signal } = this.#closed;
    try {
      const answer = await fetch((this.url ?? '').replace(':provider', event.provider), {
        method: 'POST',
        headers: event.headers,
        body: event.body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      // A missing answer counts as a failed delivery, whatever the cause.
      return undefined;
    }
  }

  /** Resolves with false when the sandbox was closed meanwhile. */
  async #pause(ms: number): Promise<boolean> {
    if (ms > 0) await wait(ms, undefined, { signal: this.#closed.signal }).catch(() => undefined);
    return !this.#closed.signal.aborted;
  }
}

/** What can be made to go wrong, for one order or for all: by `POST /sandbox/quirks`. */
export interface Quirks {
  /** No webhook is sent at all. */
  dropWebhook: boolean;
  /** Each webhook is sent three times. */
  duplicateWebhook: boolean;
  /** Each webhook waits this long before its first delivery. */
  delayWebhookMs: number;
  /** After the event of the payment comes a stale one, of an earlier failed attempt. */
  outOfOrder: boolean;
  /** The payer pays one rupee less than the order asks for. */
  wrongAmount: boolean;
  /** Webhooks carry a signature made with other credentials. */
  badSignature: boolean;
  /** Pressing Pay ends in a refusal by the bank. */
  declines: boolean;
  /** Pressing Pay fails the order; the bank's yes comes later, by `POST /sandbox/orders/:id/authorise`. */
  lateAuthorisation: boolean;
  /** Razorpay leaves a payment authorized until the merchant captures it. */
  uncaptured: boolean;
  /** Asking how an order stands is answered 503. */
  statusDown: boolean;
  /** Asking for a refund is answered 503. */
  refundDown: boolean;
  /** A refund is taken and then fails. */
  refundFails: boolean;
}

export const noQuirks: Quirks = {
  dropWebhook: false,
  duplicateWebhook: false,
  delayWebhookMs: 0,
  outOfOrder: false,
  wrongAmount: false,
  badSignature: false,
  declines: false,
  lateAuthorisation: false,
  uncaptured: false,
  statusDown: false,
  refundDown: false,
  refundFails: false,
};

/** The switches: those of an order lie over those for all. */
export class QuirkSwitches {
  #all: Partial<Quirks> = {};
  readonly #byOrder = new Map<string, Partial<Quirks>>();

  set(quirks: Partial<Quirks>, merchantOrderId?: string): void {
    if (merchantOrderId === undefined) this.#all = { ...this.#all, ...quirks };
    else this.#byOrder.set(merchantOrderId, { ...this.#byOrder.get(merchantOrderId), ...quirks });
  }

  of(merchantOrderId?: string): Quirks {
    return { ...noQuirks, ...this.#all, ...this.#byOrder.get(merchantOrderId ?? '') };
  }

  clear(): void {
    this.#all = {};
    this.#byOrder.clear();
  }
}

/** The switches named in a JSON body; throws on one that does not exist, so that a misspelt test cannot pass. */
export function readQuirks(body: Record<string, unknown>): Partial<Quirks> {
  for (const [name, value] of Object.entries(body)) {
    const known = noQuirks[name as keyof Quirks];
    if (known === undefined) throw new Error(`There is no quirk called ${name}.`);
    if (typeof value !== typeof known) throw new Error(`${name} takes a ${typeof known}.`);
  }
  return body;
}

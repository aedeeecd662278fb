/** Quirks that can be switched on for one order or for all: `POST /sandbox/quirks`. */
export interface Quirks {
  /** No webhook is sent. */
  dropWebhook: boolean;
  /** Each webhook is sent three times. */
  duplicateWebhook: boolean;
  /** Each webhook waits this long before its first delivery. */
  delayWebhookMs: number;
  /** After the webhook of the payment comes one of an earlier failed attempt. */
  outOfOrder: boolean;
  /** The payer pays one rupee less than the order asks for. */
  wrongAmount: boolean;
  /** Webhooks are signed with other credentials. */
  badSignature: boolean;
  /** The bank declines when the payer presses Pay. */
  declines: boolean;
  /** Pressing Pay fails the order. `POST /sandbox/orders/:id/authorise` then approves it late. */
  lateAuthorisation: boolean;
  /** Razorpay leaves a payment authorized until the merchant captures it. */
  uncaptured: boolean;
  /** A paid order of Razorpay can be paid once more, as from a second tab. */
  paidTwice: boolean;
  /** The status call answers 503. */
  statusDown: boolean;
  /** The status call knows no such order, as in another merchant's account. */
  orderUnknown: boolean;
  /** The refund call answers 503. */
  refundDown: boolean;
  /** A refund is accepted and then fails. */
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
  paidTwice: false,
  statusDown: false,
  orderUnknown: false,
  refundDown: false,
  refundFails: false,
};

/** The switches. Those of an order override those for all orders. */
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

/** Parses switches of a JSON body. Throws on an unknown one, so that a misspelt test fails. */
export function parseQuirks(body: Record<string, unknown>): Partial<Quirks> {
  for (const [name, value] of Object.entries(body)) {
    const known = noQuirks[name as keyof Quirks];
    if (known === undefined) throw new Error(`There is no quirk called ${name}.`);
    if (typeof value !== typeof known) throw new Error(`${name} takes a ${typeof known}.`);
  }
  return body;
}

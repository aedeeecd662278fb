import { createHmac } from 'node:crypto';
import { shopPathIn } from '@bijli/contract/shop-language';
import type { OrderView } from '@bijli/contract/shop-orders';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import { isSameText } from '#kernel/ids.ts';
import type { Language } from '#kernel/messages/language.ts';
import { refuse } from '../storefront.refusals.ts';

/**
 * What a link opens: the order's page, or one action or document. Links to actions lead back to the page. Links to
 * documents open nothing else.
 */
export type LinkPurpose = 'order' | 'pay' | 'cancel' | 'review' | 'invoice' | 'credit_note';

/** A link that we signed, with its purpose and expiry. */
export interface OrderLink {
  reference: string;
  until: Date;
}

/** Long enough for most warranty claims, but limited, because mailboxes change hands. */
const ORDER_LINK_TTL_MS: number = 180 * DAY_MS;
/**
 * How long links stay valid that were signed before there was a separate secret. They have no purpose and no expiry.
 */
const OLD_LINKS_MS = 30 * DAY_MS;
const SIGNATURE = /^([0-9a-z]{1,8})\.([\w-]{32})$/;

export interface OrderLinksOptions {
  clock: Clock;
  secret: string;
  /** The secret that signed links before. */
  oldSecret: string;
  /** When this installation first signed with `secret`. */
  signedSince(): Promise<Date>;
}

export type OrderLinks = ReturnType<typeof createOrderLinks>;

/** Signs and checks links to orders. Whoever has such a link has bought the order, or got the link from its buyer. */
export function createOrderLinks({ clock, secret, oldSecret, signedSince }: OrderLinksOptions) {
  /** Reads a signature. Undefined if it is not ours or for another purpose. It may have expired. */
  async function read(reference: string, signature: string, purpose: LinkPurpose): Promise<OrderLink | undefined> {
    const [, end = '', mac = ''] = SIGNATURE.exec(signature) ?? [];
    if (mac !== '') {
      const until = new Date(Number.parseInt(end, 36) * SECOND_MS);
      return isSameText(mac, macOf({ reference, until }, purpose, secret)) ? { reference, until } : undefined;
    }
    if (!isSameText(signature, oldSignature(reference, oldSecret))) return undefined;
    return { reference, until: new Date((await signedSince()).getTime() + OLD_LINKS_MS) };
  }

  const fresh = (reference: string): OrderLink => ({
    reference,
    until: new Date(Math.floor((clock.now().getTime() + ORDER_LINK_TTL_MS) / SECOND_MS) * SECOND_MS),
  });
  const signed = (link: OrderLink, purpose: LinkPurpose): string =>
    `sig=${Math.floor(link.until.getTime() / 1000).toString(36)}.${macOf(link, purpose, secret)}`;
  const pathOf = (link: OrderLink, language: Language): string =>
    shopPathIn(language, `/order/${link.reference}?${signed(link, 'order')}`);

  return {
    fresh,

    /**
     * Checks the link of a request. Throws order_unknown if we did not sign it for this purpose, order_link_expired.
     */
    async open(reference: string, signature: string, purpose: LinkPurpose): Promise<OrderLink> {
      // A wrong signature does not show whether the order exists.
      const link = (await read(reference, signature, purpose)) ?? refuse('order_unknown');
      return link.until > clock.now() ? link : refuse('order_link_expired');
    },

    /** A link to an order's page, possibly expired. Throws order_unknown. */
    async linkOf(reference: string, signature: string): Promise<OrderLink> {
      return (await read(reference, signature, 'order')) ?? refuse('order_unknown');
    },

    /**
     * The path of an order's page in a language. It is valid as long as the given link, or for half a year without one.
     */
    getPath: (order: string | OrderLink, language: Language = 'en'): string =>
      pathOf(typeof order === 'string' ? fresh(order) : order, language),

    /**
     * The page to which a payer returns. It never outlives the link that came with the order, or each payment would
     * renew it. An expired one can send a fresh link by e-mail.
     */
    afterPayment(
      { reference, createdAt, language }: { reference: string; createdAt: Date | undefined; language: Language },
      signedUntil: Date,
    ): string {
      const isOver = createdAt === undefined || signedUntil <= clock.now();
      const until = isOver ? signedUntil : new Date(createdAt.getTime() + ORDER_LINK_TTL_MS);
      return pathOf({ reference, until }, language);
    },

    /** The signature of a fresh link to an order's page. */
    signatureOf: (reference: string): string => signed(fresh(reference), 'order').slice('sig='.length),

    /** Paths of the order's actions and documents, valid as long as the link that opened the page. */
    linksWithin(link: OrderLink): OrderView['links'] {
      const page = (action: 'pay' | 'cancel' | 'review'): string =>
        `/order/${link.reference}/${action}?${signed(link, action)}`;
      const document = (kind: 'invoice' | 'credit_note'): string =>
        `/api-v1/open/order/${link.reference}/${kind}.pdf?${signed(link, kind)}`;
      return {
        pay: page('pay'),
        cancel: page('cancel'),
        review: page('review'),
        invoice: document('invoice'),
        credit_note: document('credit_note'),
      };
    },
  };
}

function macOf({ reference, until }: OrderLink, purpose: LinkPurpose, secret: string): string {
  const text = `order-link|${purpose}|${reference}|${Math.floor(until.getTime() / 1000)}`;
  return hmac(text, secret);
}

/** The signature of links from before they had their own secret, purpose and expiry. */
function oldSignature(reference: string, secret: string): string {
  return hmac(`order|${reference}`, secret);
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32);
}

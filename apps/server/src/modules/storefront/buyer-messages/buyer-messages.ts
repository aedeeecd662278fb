import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import type { OrderFacts } from '#kernel/messages/orders-en.ts';
import { rupeesFor } from '#kernel/messages/rupees.ts';
import { SMS_TEMPLATES, MAX_SMS_VALUE_LENGTH, type SmsValues } from '#kernel/messages/sms-templates.ts';
import type { ShortMessage, SmsSender } from '#modules/accounts/index.ts';
import { findProduct } from '../catalogue/catalogue.store.ts';
import { promisedDelivery } from '../delivery/delivery-days.ts';
import { orderedName } from '../orders/ordered-name.ts';
import * as store from '../orders/orders.store.ts';
import { unitPriceOf } from '../sales/sales.ts';
import type { BuyerMessageKind } from '../storefront.tables.ts';
import type { Mail, MailSender } from './mail-sender.ts';

const MESSAGE_CLAIM_MS = MINUTE_MS;
const MESSAGES_BATCH_SIZE = 10;
/**
 * Waits after each failed attempt. After the last one the message is given up. The order's page still shows everything.
 */
const MESSAGE_RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];

const WITH_DOCUMENTS = new Set<BuyerMessageKind>(['paid', 'cancelled', 'units_refunded']);
/** Kinds that are sent by e-mail only, because they are not urgent. */
type MailKind = 'link' | 'delivered' | 'units_refunded';
const isByMailAlone = (kind: BuyerMessageKind): kind is MailKind =>
  kind === 'link' || kind === 'delivered' || kind === 'units_refunded';

export interface BuyerMessagesOptions {
  database: Database;
  clock: Clock;
  log: Log;
  mail: MailSender;
  sms: SmsSender;
  /** The full URL of an order's page. */
  linkTo(order: store.Order): string;
  /** The full URL of the page where the buyer reviews the product. */
  reviewLinkTo(order: store.Order): string;
  /** The tax documents of an order as PDF files. */
  documents(order: store.Order): Promise<Mail['attachments']>;
}

/** Sends buyers e-mails and short messages about their orders, and retries until they are handed over. */
export function createBuyerMessages({
  database,
  clock,
  log,
  mail,
  sms,
  linkTo,
  reviewLinkTo,
  documents,
}: BuyerMessagesOptions) {
  /** Sends the e-mail, unless an earlier attempt has, then the short message. */
  async function sendMessage({ id, kind, amountPaise, isMailed, order }: store.DueMessage): Promise<void> {
    // The buyer has tried again while this message waited.
    if (kind === 'released' && order.state !== 'released') return;
    const messages = messagesFor(order.language).orders[kind];
    const facts = {
      name: order.buyerName,
      product: orderedName({
        ...order,
        productName: order.localName ?? order.productName,
        quantity: unitsOf(order, kind, amountPaise),
        // The installation does not travel with the parcel.
        installationId: kind === 'dispatched' || kind === 'delivered' ? null : order.installationId,
      }),
      reference: order.reference,
      paise: amountPaise,
      carrier: order.carrier ?? '',
      docket: order.docket ?? '',
      delivery: promisedDelivery(order),
      isService: (await findProduct(database, order.productId))?.category === 'service',
      isInstalled: order.installationId !== null,
      link: linkTo(order),
      reviewLink: reviewLinkTo(order),
    };
    if (!isMailed) {
      const attachments = WITH_DOCUMENTS.has(kind) ? await documents(order) : [];
      await mail.send({ to: order.email, subject: messages.subject(facts), text: messages.mail(facts), attachments });
      await store.changeBuyerMessage(database, id, { mailedAt: clock.now() });
    }
    if (!isByMailAlone(kind)) await sms.send(shortMessage(order, kind, facts));
  }

  return {
    /** Sends due messages. One that fails does not delay the others. */
    async sendDue(): Promise<void> {
      const now = clock.now();
      const due = await store.claimBuyerMessages(
        database,
        now,
        new Date(now.getTime() + MESSAGE_CLAIM_MS),
        MESSAGES_BATCH_SIZE,
      );
      const sending = due.map(async (one) => {
        const { id, kind, tries, order } = one;
        try {
          await sendMessage(one);
          await store.changeBuyerMessage(database, id, { dueAt: null });
        } catch (error) {
          const waitMs = MESSAGE_RETRIES_MS[tries - 1];
          const facts = { error, order: order.reference, kind };
          if (waitMs === undefined)
            log.error({ event: 'order.message_given_up', ...facts }, 'a message to a buyer failed at every try');
          else log.warn({ event: 'order.message_not_sent', ...facts }, 'a message to a buyer could not be sent yet');
          const dueAt = waitMs === undefined ? null : new Date(clock.now().getTime() + waitMs);
          await store.changeBuyerMessage(database, id, { dueAt });
        }
      });
      await Promise.all(sending);
    },
  };
}

/** The short message with the wording of its registered template. Every value is cut to the length that DLT allows. */
function shortMessage(
  { mobile, language }: store.Order,
  kind: Exclude<BuyerMessageKind, MailKind>,
  facts: OrderFacts,
): ShortMessage {
  const messages = messagesFor(language);
  const shortFacts = {
    ...facts,
    product: shortenText(facts.product),
    carrier: shortenText(facts.carrier),
    docket: shortenText(facts.docket),
  };
  const amount = rupeesFor(messages.locale)(facts.paise);
  const { delivery: _, isService: __, isInstalled: ___, ...texts } = shortFacts;
  const all: SmsValues = { ...texts, order: facts.reference, paise: '', amount };
  const template = `order_${kind}` as const;
  const values = Object.fromEntries(SMS_TEMPLATES[template].map((name) => [name, all[name] ?? '']));
  return { to: mobile, text: messages.orders[kind].sms(shortFacts), template, language: messages.language, values };
}

function shortenText(text: string): string {
  const signs = [...text];
  return signs.length <= MAX_SMS_VALUE_LENGTH ? text : `${signs.slice(0, MAX_SMS_VALUE_LENGTH - 1).join('')}…`;
}

/** The number of units that a message is about: the refunded ones, or those that remain. */
function unitsOf(order: store.Order, kind: BuyerMessageKind, paise: number): number {
  return kind === 'units_refunded' ? paise / unitPriceOf(order) : order.quantity - order.refundedUnits;
}

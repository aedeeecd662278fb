import { shopPathIn } from '@bijli/contract/shop-language';
import type { DeliveryDays, OrderView } from '@bijli/contract/shop-orders';
import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import type { DeletionRequest, SmsSender } from '#modules/accounts/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import { createBuyerMessages } from './buyer-messages/buyer-messages.ts';
import type { MailSender } from './buyer-messages/mail-sender.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { findDeliveryTime } from './delivery/delivery-times.store.ts';
import { createLinkRequests } from './order-links/order-link-request.ts';
import { createOrderLinks, type OrderLink } from './order-links/order-links.ts';
import { viewOrder } from './orders/order-view.ts';
import { eraseDriver, listReferencesOf, purgeUnpaidOrders } from './orders/orders.store.ts';
import { createOrders } from './orders/orders.ts';
import type { OrderRules } from './orders/place-order.ts';
import { createProductReviews } from './reviews/product-reviews.ts';
import { createOrderDocuments } from './sales/order-documents.ts';
import { refuse } from './storefront.refusals.ts';

export { storefrontData } from './personal-data.store.ts';
export { importDeliveryTimes } from './delivery/delivery-times.ts';
export { importProducts, type ProductImportSummary } from './catalogue/import-products.ts';
export { storefrontCheck } from './ledger-check.store.ts';
export type { Mail, MailSender } from './buyer-messages/mail-sender.ts';
export { PRODUCT_REVIEW_STATES } from './storefront.tables.ts';
export type { OrderRules } from './orders/place-order.ts';

/** Unpaid orders hold data of people who bought nothing. Late payments and retries come within days, not months. */
const KEEP_UNPAID_ORDERS_MS = 90 * DAY_MS;

/** Each is fetched by itself. */
const MAX_OWN_ORDERS = 20;

export interface StorefrontOptions {
  database: Database;
  clock: Clock;
  log: Log;
  payments: Payments;
  mail: MailSender;
  sms: SmsSender;
  rules: OrderRules;
  /** `secret` signs links to orders. `oldSecret` signed them before there was a separate secret. */
  linkSecrets: { secret: string; oldSecret: string };
  /** The URL of this server for browsers, without a trailing slash. */
  publicUrl: string;
}

export type Storefront = ReturnType<typeof createStorefront>;

/** The shop: catalogue, orders and buyer messages. */
export function createStorefront(options: StorefrontOptions) {
  const { database, clock, payments, linkSecrets } = options;
  const links = createOrderLinks({
    clock,
    ...linkSecrets,
    signedSince: payments.saveFirstSigning,
  });
  const orders = createOrders({
    ...options,
    page: links.afterPayment,
  });
  const documents = createOrderDocuments(database);
  const messages = createBuyerMessages({
    ...options,
    reviewLinkTo: ({ reference, language }) =>
      `${options.publicUrl}${shopPathIn(language, links.linksWithin(links.fresh(reference)).review)}`,
    linkTo: ({ reference, language }) => `${options.publicUrl}${links.getPath(reference, language)}`,
    documents: (order) => documents.listFiles(order.reference, messagesFor(order.language)),
  });

  /** The order of a link, as its page shows it. Throws order_unknown. */
  async function viewOrderOfLink(link: OrderLink): Promise<OrderView> {
    const order = (await orders.find(link.reference)) ?? refuse('order_unknown');
    return viewOrder(database, order, { payments, links: links.linksWithin(link) });
  }

  return {
    catalogue: createCatalogue(database),
    /** How many days a delivery to a pincode takes. Null if unknown. */
    async findDeliveryDays(pincode: string): Promise<DeliveryDays | null> {
      const time = await findDeliveryTime(database, pincode);
      return time ? { days_from: time.daysFrom, days_to: time.daysTo } : null;
    },
    orders,
    reviews: createProductReviews(options),
    documents,
    /** The lowest price of shipping. */
    minShippingPaise: options.rules.minShippingPaise,
    getOrderPath: links.getPath,
    openLink: links.open,
    viewOrderOfLink,
    /** The contents of the order's page, with fresh links. Throws order_unknown. */
    viewByReference: (reference: string): Promise<OrderView> => viewOrderOfLink(links.fresh(reference)),
    /** The orders of a driver's account, with links. */
    async listOrdersOf(driverId: number): Promise<{ reference: string; sig: string }[]> {
      const references = await listReferencesOf(database, driverId, MAX_OWN_ORDERS);
      return references.map((reference) => ({ reference, sig: links.signatureOf(reference) }));
    },
    eraseDriver: (tx: Tx, { driverId }: DeletionRequest): Promise<void> => eraseDriver(tx, driverId),
    ...createLinkRequests({ database, clock, links }),

    /** Purges old unpaid orders. */
    purgeExpired: (): Promise<void> =>
      database.transaction((tx) =>
        purgeUnpaidOrders(tx, new Date(clock.now().getTime() - KEEP_UNPAID_ORDERS_MS), clock.now()),
      ),

    /** Releases units that were not paid in time, and sends due messages to buyers. */
    async followUpOrders(): Promise<void> {
      // The time is stored even while nobody needs a link.
      await payments.saveFirstSigning();
      await orders.releaseOverdue();
      await messages.sendDue();
    },
  };
}

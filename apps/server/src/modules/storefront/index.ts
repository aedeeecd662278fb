import type { OrderView } from '@bijli/contract/storefront';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { refuse } from '#kernel/failure.ts';
import type { Log } from '#kernel/log.ts';
import { startRounds } from '#kernel/rounds.ts';
import type { SmsSender } from '#modules/accounts/index.ts';
import type { SaleDetails } from '#modules/invoices/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import { createCatalogue } from './catalogue.ts';
import type { MailSender } from './mail-sender.ts';
import { orderPath, orderSigned } from './order-link.ts';
import { createOrderMessages } from './order-messages.ts';
import { viewOrder } from './order-view.ts';
import { createOrders } from './orders.ts';
import { orderPapers } from './order-papers.ts';
import { forgetUnpaid } from './orders.store.ts';
import type { OrderRules } from './place-order.ts';
import { saleDocuments } from './sale-documents.ts';

export { importProducts, type ProductImportSummary } from './import-products.ts';
export { shopProblems } from './ledger-check.store.ts';
export type { Mail, MailSender } from './mail-sender.ts';
export type { OrderRules } from './place-order.ts';

const EVERY_MS = 2000;
/** Unpaid orders name people who bought nothing; banks pay late, and buyers try again, for days and not for months. */
const KEEP_UNPAID_MS = 90 * 24 * 3_600_000;

export interface StorefrontOptions {
  database: Database;
  clock: Clock;
  log: Log;
  wallet: Wallet;
  payments: Payments;
  mail: MailSender;
  sms: SmsSender;
  rules: OrderRules;
  supplier: SaleDetails['supplier'];
  /** Signs the links of orders. */
  linkSecret: string;
  /** Where browsers find us, without a slash at the end. */
  publicUrl: string;
}

export type Storefront = ReturnType<typeof createStorefront>;

/** The shop: its catalogue, its orders, and what buyers are told. */
export function createStorefront(options: StorefrontOptions) {
  const { database, clock, log, payments, linkSecret } = options;
  const pathOf = (reference: string): string => orderPath(reference, linkSecret);
  const orders = createOrders({
    ...options,
    documents: saleDocuments(options.supplier),
    supplierState: options.supplier.state,
    page: pathOf,
  });
  const papers = orderPapers(database);
  const messages = createOrderMessages({
    ...options,
    linkTo: (reference) => `${options.publicUrl}${pathOf(reference)}`,
    papers: (order) => papers.all(order.reference),
  });

  /** Throws order_unknown: a wrong signature tells nothing of whether there is such an order. */
  function opened(reference: string, signature: string): string {
    return orderSigned(reference, signature, linkSecret) ? reference : refuse('order_unknown');
  }

  /** How an order stands. Throws order_unknown. */
  async function look(reference: string): Promise<OrderView> {
    const order = (await orders.find(reference)) ?? refuse('order_unknown');
    return viewOrder(database, order, payments);
  }

  return {
    catalogue: createCatalogue(database),
    orders,
    papers,
    pathOf,
    opened,

    look,

    /** Forgets who ordered long ago without paying. */
    forgetOld: (): Promise<void> =>
      database.transaction((tx) => forgetUnpaid(tx, new Date(clock.now().getTime() - KEEP_UNPAID_MS))),

    /** Releases what was not paid, and tells buyers what happened, until the answer is called. */
    run(): () => Promise<void> {
      const round = async (): Promise<void> => {
        await orders.releaseOverdue();
        await messages.sendDue();
      };
      return startRounds(round, { everyMs: EVERY_MS, clock, log, failed: 'the shop could not look after its orders' });
    },
  };
}

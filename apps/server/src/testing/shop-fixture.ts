import { expect } from 'vitest';
import { taxIncludedIn } from '@bijli/contract/taxed-amount';
import type { Database } from '#db/database.ts';
import { createEvents } from '#events/events.ts';
import { TestClock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { getHomeSupplier } from '#modules/invoices/index.ts';
import { createPayments, type PaymentsOptions } from '#modules/payments/index.ts';
import { insertPayment } from '#modules/payments/payments.store.ts';
import { createStorefront, importProducts, type StorefrontOptions } from '#modules/storefront/index.ts';
import { changeOrder, insertOrder, type NewOrderRow, type Order } from '#modules/storefront/orders/orders.store.ts';
import { issueSaleInvoice } from '#modules/storefront/sales/sale-documents.ts';
import { recordSale } from '#modules/storefront/sales/sales.ts';
import { testLog } from './log.ts';

/** A valid row of a product file. */
export const PRODUCT_ROW = {
  sku: 'WB-7',
  name: 'Wallbox 7',
  use: 'For a home with its own parking place',
  description: 'Charges overnight.',
  category: 'ac',
  price: 40_000,
  discount_price: 32_999,
  max_output: 7.4,
  stock: 5,
  images: ['/media/products/wallbox.svg'],
  connectors: ['2'],
  colours: ['White', 'Neem'],
  specification: ['Cable: 5 m'],
  hsn: '8504',
  gst_rate: 5,
  demo: true,
};

/** A valid row of a service that is sold for PRODUCT_ROW. */
export const INSTALLATION_ROW = {
  sku: 'INST',
  name: 'Home installation',
  category: 'service',
  price: 6_999,
  stock: 4,
  hsn: '9987',
  gst_rate: 18,
};

export async function insertProducts(database: Database, ...rows: object[]): Promise<void> {
  expect((await importProducts(database, rows)).refused).toEqual([]);
}

type Rules = StorefrontOptions['rules'];

/** Creates the shop of one server, with payments. It sends no messages. */
export function shopOn({
  database,
  clock,
  provider,
  rules = {},
  ...payment
}: {
  database: Database;
  clock: TestClock;
  provider: PaymentsOptions['provider'];
  rules?: Partial<Rules>;
  ttlMs?: number;
}) {
  const where = { database, clock, log: testLog, publicUrl: 'https://bijli.example' };
  const secrets = { checksumSecret: 'secret', linkSecret: 'link-secret', events: createEvents({ log: testLog }) };
  const payments = createPayments({ ...where, ...secrets, ...payment, provider });
  const storefront = createStorefront({
    ...where,
    payments,
    mail: { send: () => expect.unreachable() },
    sms: { send: () => expect.unreachable() },
    rules: {
      minShippingPaise: 0,
      reservationTtlMs: 15 * MINUTE_MS,
      perAddressHour: 100,
      unpaidPerAddress: 100,
      ...rules,
    },
    linkSecrets: { secret: 'secret', oldSecret: 'before' },
  });
  return { payments, storefront };
}

/** Inserts an order of PRODUCT_ROW that is not yet paid. */
export function insertOrderOf(database: Database, reference: string, more: Partial<NewOrderRow> = {}): Promise<Order> {
  const at = new Date('2026-11-20T10:00:00Z');
  return insertOrder(database, {
    reference,
    fingerprint: reference,
    state: 'awaiting_payment',
    productId: 'wb-7',
    productName: 'Wallbox 7',
    sku: 'WB-7',
    colour: 'White',
    hsn: '8504',
    gstRate: 5,
    pricePaise: 3_299_900,
    shippingPaise: 0,
    totalPaise: 3_299_900,
    buyerName: 'Asha Rao',
    email: 'asha@example.com',
    mobile: '9876543210',
    address: '14, 3rd Cross',
    city: 'Bengaluru',
    pincode: '560038',
    buyerState: 'Karnataka',
    language: 'en',
    networkAddress: '127.0.0.1',
    reservedUntil: at,
    createdAt: at,
    ...more,
  });
}

/** Inserts a paid order, with its payment `T-…`, its sale in the ledger and its invoice. */
export async function insertPaidOrder(
  database: Database,
  reference: string,
  more: Partial<NewOrderRow> = {},
): Promise<Order> {
  const clock = new TestClock('2026-11-20T10:05:00Z');
  const order = await insertOrderOf(database, reference, more);
  const payment = { txnId: `T-${reference}`, provider: 'phonepe', providerPaymentId: `OM-${reference}` } as const;
  const paid = { ...order, state: 'paid', txnId: payment.txnId, paidAt: clock.now() } as const;
  const price = taxIncludedIn(order.totalPaise, order.gstRate * 100, 'intra_state');
  await database.transaction(async (tx) => {
    await insertPayment(tx, {
      ...payment,
      purpose: 'order',
      subject: reference,
      amountPaise: order.totalPaise,
      paidPaise: order.totalPaise,
      state: 'completed',
      createdAt: clock.now(),
      expiresAt: clock.now(),
    });
    await changeOrder(tx, order.id, { state: 'paid', txnId: payment.txnId, paidAt: paid.paidAt });
    await recordSale(tx, reference, { payment, price, at: clock.now() });
    await issueSaleInvoice(tx, paid, { supplier: await getHomeSupplier(tx), price, at: clock.now() });
  });
  return paid;
}

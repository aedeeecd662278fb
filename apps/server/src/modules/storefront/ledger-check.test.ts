import { beforeEach, expect, test } from 'vitest';
import { taxIncludedIn } from '@bijli/contract/taxed-amount';
import { TestClock } from '#kernel/clock.ts';
import { getHomeSupplier } from '#modules/invoices/index.ts';
import { listLedgerProblems, postTransfer, checkLedger, reversedRevenueLines } from '#modules/ledger/index.ts';
import { emptyTables, testDatabase } from '#testing/database.ts';
import { rowsNamedSinceCheckpoint } from '#testing/problems-since-checkpoint.ts';
import { PRODUCT_ROW, insertOrderOf, insertPaidOrder, insertProducts } from '#testing/shop-fixture.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';
import { findOrder } from './orders/orders.store.ts';
import { issueCreditNote, issueSaleInvoice, listSaleInvoices } from './sales/sale-documents.ts';
import { recordSale } from './sales/sales.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const sql = (statement: string) => database.$client.query(statement);
const price = taxIncludedIn(3_299_900, 500, 'intra_state');
const documents = { supplier: await getHomeSupplier(database), price, at: clock.now() };

beforeEach(async () => {
  await emptyTables(
    database,
    'ledger_accounts',
    'ledger_transfers',
    'ledger_entries',
    'ledger_proofs',
    'payment_intents',
    'refunds',
    'invoices',
    'invoice_counters',
    'shop_orders',
    'order_messages',
  );
  await insertProducts(database, PRODUCT_ROW);
  await insertOrderOf(database, 'O-OPEN');
  await insertPaidOrder(database, 'O-PAID');
  await insertPaidOrder(database, 'O-BACK');
  await cancelOrder('O-BACK');
  expect(await problems()).toEqual([]);
});

/** Writes what a cancellation writes. */
async function cancelOrder(reference: string): Promise<void> {
  const order = (await findOrder(database, reference)) ?? expect.unreachable();
  const [txnId, refundId, amountPaise] = [`T-${reference}`, `R-${reference}`, order.totalPaise];
  await sql(`insert into refunds (refund_id, key, txn_id, provider, provider_payment_id, amount_paise, was_credited, reason, state, created_at)
    values ('${refundId}', '${refundId}', '${txnId}', 'phonepe', 'OM-${reference}', ${amountPaise}, true, 'buyer', 'pending', now())`);
  await sql(`update shop_orders set state = 'cancelled', closed_at = now() where reference = '${reference}'`);
  await database.transaction(async (tx) => {
    await postTransfer(tx, {
      idempotencyKey: `owe:${refundId}`,
      kind: 'refund',
      reference: txnId,
      at: clock.now(),
      lines: [...reversedRevenueLines(price), { account: { kind: 'refunds_payable' }, amountPaise }],
    });
    await issueCreditNote(tx, order, {
      ...documents,
      against: (await listSaleInvoices(tx, order))[0] ?? expect.unreachable(),
    });
  });
}

async function problems(): Promise<string[]> {
  const found = await listLedgerProblems(database, LEDGER_PARTS);
  expect((await rowsNamedSinceCheckpoint(database, ...LEDGER_PARTS)).toSorted()).toEqual(
    found.map(({ row }) => row).toSorted(),
  );
  return found.map(({ row, problem }) => `${row}: ${problem}`);
}

async function afterwards(...statements: string[]): Promise<string> {
  for (const statement of statements) await sql(statement);
  return (await problems()).join('\n');
}

test('an order whose payment is not completed is named', async () => {
  expect(await afterwards("update payment_intents set state = 'failed' where txn_id = 'T-O-PAID'")).toContain(
    'shop_orders O-PAID: it is paid, but its payment is failed over 3299900 paise',
  );
});

test('an order that was paid with another amount is named', async () => {
  expect(await afterwards("update payment_intents set amount_paise = 100 where txn_id = 'T-O-PAID'")).toContain(
    'shop_orders O-PAID: it is paid, but its payment is completed over 100 paise',
  );
});

test('a payment that is kept without an order is named', async () => {
  const kept = `insert into payment_intents (txn_id, purpose, subject, provider, amount_paise, state, created_at, expires_at, settled_at)
    values ('T-LOST', 'order', 'O-PAID', 'phonepe', 3299900, 'completed', now(), now(), now())`;
  expect(await afterwards(kept)).toBe('payment_intents T-LOST: it is completed, but paid for no order');
});

test('an order that was marked as paid by hand is named for each thing that is missing', async () => {
  const named = await afterwards("update shop_orders set state = 'paid', paid_at = now() where reference = 'O-OPEN'");
  expect(named.split('\n')).toEqual([
    'shop_orders O-OPEN: it is paid, but its payment is not there',
    'shop_orders O-OPEN: 0 sales over 0 paise are booked for it, which costs 3299900',
    'shop_orders O-OPEN: 0 invoices over 0 paise and credit notes over 0 are issued for it, which is paid with 0 refunded units',
  ]);
});

test('a sale that is posted twice is named', async () => {
  const payment = { provider: 'phonepe', providerPaymentId: 'OM-again' } as const;
  await database.transaction((tx) => recordSale(tx, 'O-PAID', { payment, price, at: clock.now() }));
  expect(await afterwards()).toContain('shop_orders O-PAID: 2 sales over 6599800 paise are booked for it');
});

test('a sale that is posted for an unpaid order is named', async () => {
  const payment = { provider: 'phonepe', providerPaymentId: 'OM-none' } as const;
  await database.transaction((tx) => recordSale(tx, 'O-OPEN', { payment, price, at: clock.now() }));
  expect(await afterwards()).toContain('shop_orders O-OPEN: 1 sales over 3299900 paise are booked for it');
});

test('a second invoice of an order is named', async () => {
  const order = (await findOrder(database, 'O-PAID')) ?? expect.unreachable();
  await database.transaction((tx) => issueSaleInvoice(tx, order, documents));
  expect(await afterwards()).toBe(
    'shop_orders O-PAID: 2 invoices over 6599800 paise and credit notes over 0 are issued for it, which is paid with 0 refunded units',
  );
});

test('an invoice with another total is named', async () => {
  expect(
    await afterwards("update shop_orders set total_paise = 3299901, price_paise = 3299901 where reference = 'O-PAID'"),
  ).toContain('shop_orders O-PAID: 1 invoices over 3299900 paise and credit notes over 0 are issued for it');
});

test('an order that is cancelled without a refund is named', async () => {
  const named = await afterwards("update shop_orders set state = 'cancelled' where reference = 'O-PAID'");
  expect(named).toContain('credit notes over 0 are issued for it, which is cancelled with 0 refunded units');
  expect(named).toContain(
    'shop_orders O-PAID: it is cancelled with 0 refunded units, but refunds over 0 paise of its payment are written down',
  );
});

test('an order that is refunded although it is not cancelled is named', async () => {
  const named = await afterwards("update shop_orders set state = 'paid' where reference = 'O-BACK'");
  expect(named).toContain(
    'shop_orders O-BACK: it is paid with 0 refunded units, but refunds over 3299900 paise of its payment are written down',
  );
});

test('units that were marked as refunded by hand are named, as refund and credit note are missing', async () => {
  const named = await afterwards(
    `update shop_orders set quantity = 2, refunded_units = 1, price_paise = 1649950 where reference = 'O-PAID'`,
  );
  expect(named.split('\n')).toEqual([
    'shop_orders O-PAID: 1 invoices over 3299900 paise and credit notes over 0 are issued for it, which is paid with 1 refunded units',
    'shop_orders O-PAID: it is paid with 1 refunded units, but refunds over 0 paise of its payment are written down',
  ]);
});

test('a check that continues looks at orders that are new or changed, and names their problems [LEDGER-21]', async () => {
  const check = () => checkLedger(database, LEDGER_PARTS, { now: clock.now() });
  expect(await check()).toEqual({ problems: [], isKept: true });
  await insertPaidOrder(database, 'O-NEW');
  await cancelOrder('O-PAID');
  const since = { at: clock.now(), transfers: 2 };
  expect(await check()).toEqual({ problems: [], isKept: true, since });
  await insertPaidOrder(database, 'O-NEWER');
  await cancelOrder('O-NEW');
  await sql("update shop_orders set state = 'delivered' where reference = 'O-NEW'");
  await sql("update payment_intents set amount_paise = 1 where txn_id = 'T-O-NEWER'");
  const { problems } = await check();
  expect(problems.map(({ row, problem }) => `${row}: ${problem}`)).toEqual([
    'shop_orders O-NEWER: it is paid, but its payment is completed over 1 paise',
    'shop_orders O-NEW: 1 invoices over 3299900 paise and credit notes over 3299900 are issued for it, which is delivered with 0 refunded units',
    'shop_orders O-NEW: it is delivered with 0 refunded units, but refunds over 3299900 paise of its payment are written down',
  ]);
});

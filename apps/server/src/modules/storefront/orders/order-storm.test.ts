import { afterAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '#db/database.ts';
import { TestClock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { createBank } from '#testing/bank.ts';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { PRODUCT_ROW, insertProducts, shopOn } from '#testing/shop-fixture.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';
import { importProducts } from '../index.ts';
import { parseOrder } from './order-request.ts';

const UNITS = 4;
const WAVES = 40;
const AT_ONCE = 12;
const clock = new TestClock('2026-11-20T10:00:00Z');
const { bank, provider } = createBank();
const database = await testDatabase();
const elsewhere = openDatabase(databaseUrl(database), testLog, 12);
afterAll(() => elsewhere.$client.end());

/** One server of the shop. */
function server(own: Database) {
  const rules = { perAddressHour: 10_000, unpaidPerAddress: 10_000 };
  const { payments, storefront } = shopOn({ database: own, clock, provider, rules });
  return { orders: storefront.orders, payments };
}

const servers = [server(database), server(elsewhere)] as const;
const ROWS = ['STORM-1', 'STORM-2', 'STORM-3'].map((sku) => ({ ...PRODUCT_ROW, sku, stock: UNITS }));

const chance = (share: number): boolean => Math.random() < share;
const oneOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] ?? expect.unreachable();
const references: string[] = [];
const anOrder = (): string => (references.length === 0 ? '' : oneOf(references));

async function place(): Promise<void> {
  const key = chance(0.3) ? { key: `key-of-buyer-${oneOf([1, 2, 3])}` } : {};
  const { sku } = 'key' in key ? (ROWS[0] ?? expect.unreachable()) : oneOf(ROWS);
  const buyer = { name: 'Asha', email: 'asha@example.com', mobile: '9876543210' };
  const home = { address: '14, 3rd Cross', city: 'Bengaluru', pincode: oneOf(['560038', '682001']) };
  const figures = { price: 32_999, shipping_price: 0, total_price: 32_999 };
  const asked = { ...buyer, ...home, ...figures, ...key, product_id: sku.toLowerCase(), product_name: sku };
  const from = { networkAddress: '203.0.113.1', language: 'en' } as const;
  references.push((await oneOf(servers).orders.place(parseOrder(asked), from)).reference);
}

async function bankDecides(): Promise<void> {
  if (bank.txnIds.length === 0) return;
  const txnId = oneOf(bank.txnIds);
  if (bank.states.get(txnId) !== 'completed') bank.states.set(txnId, chance(0.5) ? 'completed' : 'failed');
  await oneOf(servers).payments.handleWebhook('phonepe', {}, txnId);
}

async function bankIsSlow(): Promise<void> {
  bank.closes();
  clock.advance(4 * MINUTE_MS);
  await Promise.all(servers.map(({ orders }) => orders.releaseOverdue()));
  bank.opens();
}

const pay = () => oneOf(servers).orders.pay(anOrder());
const cancel = () => oneOf(servers).orders.cancel(anOrder());
const refund = () => oneOf(servers).orders.refund(anOrder());
const dispatch = () => oneOf(servers).orders.dispatch(anOrder(), { carrier: 'Surface', docket: '7204' });
const reconcile = () => oneOf(servers).payments.reconcileDue();
const described = () => ROWS.map((row) => ({ ...row, stock: null, use: `since ${Math.random()}` }));
const importAgain = () => importProducts(database, described());

/** What comes more often stands here more often. */
const DEEDS: (() => Promise<unknown>)[] = [
  place,
  place,
  place,
  bankDecides,
  bankDecides,
  bankDecides,
  pay,
  pay,
  bankIsSlow,
  cancel,
  refund,
  dispatch,
  reconcile,
  importAgain,
];

/** Does something that may be refused; whatever else goes wrong fails the test. */
async function something(): Promise<void> {
  try {
    await oneOf(DEEDS)();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

const rowsOf = async (query: string) => (await database.$client.query(query)).rows;

test('whatever buyers, bank, shop and two servers do at once, units, money and invoice numbers are right [TAX-14]', async () => {
  await insertProducts(database, ...ROWS);
  for (let wave = 0; wave < WAVES; wave += 1) await Promise.all(Array.from({ length: AT_ONCE }, something));
  // Until nothing more can come of it.
  for (let round = 0; round < 40; round += 1) {
    clock.advance(3 * 60 * MINUTE_MS);
    await oneOf(servers).payments.reconcileDue();
    await oneOf(servers).orders.releaseOverdue();
  }

  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  const shelves = await rowsOf(`
    select p.stock + count(o.id) filter (where o.state in ('paid', 'dispatched')
        or o.state = 'cancelled' and o.dispatched_at is not null)::int as units,
      count(o.id) filter (where o.state = 'awaiting_payment')::int as open
    from products p left join shop_orders o on o.product_id = p.id group by p.id`);
  expect(shelves).toEqual(ROWS.map(() => ({ units: UNITS, open: 0 })));

  const payments = await rowsOf(`
    select i.txn_id as id, o.state = any('{paid,dispatched}') and o.txn_id = i.txn_id as bought,
      (select coalesce(sum(r.amount_paise), 0)::int from refunds r where r.txn_id = i.txn_id and r.state = 'completed') as back
    from payment_intents i join shop_orders o on o.reference = i.subject`);
  const taken = payments.filter(({ id }) => bank.states.get(id) === 'completed');
  expect(taken.length).toBeGreaterThan(UNITS);
  for (const { bought, back } of taken) expect(back).toBe(bought ? 0 : bank.paidPaise);
  for (const { id, back } of payments) if (!taken.some((one) => one.id === id)) expect(back).toBe(0);

  const serials = await rowsOf('select max(serial) - count(*)::int as gaps from invoices group by series');
  expect(serials).toEqual([{ gaps: 0 }, { gaps: 0 }]);
});

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { providerAddresses } from '@bijli/payment-sandbox/demo';
import { run } from '@bijli/server/cli/run';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { freePort } from '@bijli/server/kernel/free-port';
import { createLog } from '@bijli/server/kernel/log';
import { LEDGER_PARTS } from '@bijli/server/ledger-parts';
import { listLedgerProblems } from '@bijli/server/modules/ledger/index';
import { importProducts } from '@bijli/server/modules/storefront/index';
import { startDevStack } from '../dev-stack.ts';
import { startChild } from '../parts/child.ts';

/**
 * Our own node would wait for the first one to end. This server does not, so the test shows what the database alone
 * guarantees.
 */
const SERVER = fileURLToPath(new URL('unleased-server.ts', import.meta.url));
const PRICE = 1000;
const STOCK = 10;
const MAX_WANTED = 10;
/** Unpaid orders lose their unit after this time, so that a buyer who never pays does not block the round. */
const PAYMENT_TTL_SECONDS = 3;

/**
 * What buyers do with their order. `late`: the bank approves after it declined. `stale`: an old decline arrives after
 * the approval.
 */
const WAYS = ['late', 'never', 'pay', 'twice', 'stale', 'declined'] as const;
type Way = (typeof WAYS)[number];

export interface RoundReport {
  /** Buyers who ever had an order to pay for. */
  heldUnit: number;
  /** Paid orders. */
  sold: number;
  /** Units in paid orders: all that there were. */
  units: number;
  /** Late payments that were refunded completely. */
  refunded: number;
  /** Units that were given back later and are for sale again. Each order gives back its own number. */
  unitsBack: number;
  problems: string[];
}

/**
 * Runs rounds of many buyers and few units. The buyers want one to ten units each, over HTTP at two servers on one
 * database, and pay late, twice, with stale news, or never. Then the operator cancels units of each order. Returns the
 * result of each round: the last unit in one, ten units in the next.
 */
export async function shopRace(options: {
  dataDir: string;
  rounds: number;
  buyers: number;
  onRound?: (round: number, report: RoundReport) => void;
}): Promise<RoundReport[]> {
  const { dataDir, rounds, buyers, onRound = () => {} } = options;
  const env = {
    PAYMENT_TTL_SECONDS: String(PAYMENT_TTL_SECONDS),
    ORDERS_PER_ADDRESS_HOUR: '1000000',
    UNPAID_ORDERS_PER_ADDRESS: '1000000',
    REQUESTS_PER_ADDRESS_MINUTE: '10000000',
    REQUESTS_AT_ONCE: '1000',
    LOG_LEVEL: 'silent',
  };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const databaseUrl = runningDatabaseUrl(dataDir) ?? '';
  const second = await startChild<{ url: string }>(SERVER, {
    args: ['--child'],
    env: {
      ...providerAddresses(stack.sandboxUrl),
      ...env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      PUBLIC_URL: stack.url,
    },
  });
  const database = openDatabase(databaseUrl, createLog('silent'), 4);
  try {
    const reports: RoundReport[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const shop = { databaseUrl, servers: [stack.url, second.answer.url], sandboxUrl: stack.sandboxUrl, database };
      const report = await runRound(shop, `RACE-${round}`, { buyers, stock: round % 2 === 0 ? 1 : STOCK });
      reports.push(report);
      onRound(round, report);
    }
    return reports;
  } finally {
    await database.$client.end();
    await second.stop();
    await stack.stop();
  }
}

interface Shop {
  databaseUrl: string;
  servers: string[];
  sandboxUrl: string;
  database: Database;
}

async function runRound(
  shop: Shop,
  sku: string,
  { buyers, stock }: { buyers: number; stock: number },
): Promise<RoundReport> {
  const row = { sku, name: sku, category: 'ac', price: PRICE, stock, hsn: '8504', gst_rate: 5 };
  await importProducts(shop.database, [row]);
  const productId = sku.toLowerCase();
  let isOver = false;
  const later: Promise<unknown>[] = [];
  const held: string[] = [];

  async function buyer(number: number): Promise<void> {
    const way = WAYS[number % WAYS.length] ?? 'pay';
    const server = shop.servers[number % shop.servers.length] ?? '';
    const wanted = Math.min(stock, 1 + (number % MAX_WANTED));
    let quantity = wanted;
    while (!isOver) {
      const orderId = await order(server, productId, { number, quantity });
      // A buyer who cannot have that many tries fewer units, and then the wanted number again.
      if (orderId === undefined) quantity = quantity > 1 ? quantity - 1 : wanted;
      if (orderId !== undefined) {
        held.push(orderId);
        const approveLater = await press(shop.sandboxUrl, orderId, way);
        if (approveLater) later.push(pause(500 + Math.random() * 2000).then(approveLater));
        if (way !== 'twice' && way !== 'pay' && way !== 'stale') return;
      }
      isOver ||= (await counted(shop.database, productId)).units === stock;
      if (!isOver) await pause(20 + (number % 7) * 15);
      if (orderId !== undefined) return;
    }
  }

  // One buyer orders everything before the others. The bank declines, and approves only when all is sold to others.
  const early = await order(shop.servers[0] ?? '', productId, { number: buyers, quantity: stock });
  if (early === undefined) throw new Error('The first buyer found nothing to buy.');
  held.push(early);
  const yes = await press(shop.sandboxUrl, early, 'late');
  await Promise.all(Array.from({ length: buyers }, (_, number) => buyer(number)));
  await Promise.all([...later, yes?.()]);
  const taken = (await sandboxOrders(shop.sandboxUrl)).filter(
    (one) => held.includes(one.orderId) && one.state === 'COMPLETED',
  ).length;
  let tally = await counted(shop.database, productId);
  for (let checkOne = 0; checkOne < 600 && (tally.open > 0 || tally.sold + tally.refunded < taken); checkOne += 1) {
    await pause(100);
    tally = await counted(shop.database, productId);
  }
  const found = await listLedgerProblems(shop.database, LEDGER_PARTS);
  const problems = found.map(({ row: where, problem }) => `${where}: ${problem}`);
  if (tally.open > 0) problems.push(`${tally.open} payments, refunds or orders are still open`);
  if (tally.sold + tally.refunded !== taken)
    problems.push(`The bank took ${taken} payments; ${tally.sold} bought and ${tally.refunded} went back`);
  if (tally.stock + tally.units !== stock)
    problems.push(`${stock} units became ${tally.stock} in stock and ${tally.units} sold`);
  if (tally.stock > 0) problems.push(`${tally.stock} units were not sold`);
  const { sold, units, refunded } = tally;
  const unitsBack = await refundSomeUnits(shop, productId);
  problems.push(...(await problemsAfter(shop.database, productId, unitsBack)));
  return { heldUnit: held.length, sold, units, refunded, unitsBack, problems };
}

/** Cancels units of each paid order, as an operator does: one of the first, two of the second, all of some. */
async function refundSomeUnits({ database, databaseUrl }: Shop, productId: string): Promise<number> {
  const { rows } = await database.$client.query<{ reference: string; quantity: number }>(
    "select reference, quantity from shop_orders where product_id = $1 and state = 'paid' order by id",
    [productId],
  );
  let unitsBack = 0;
  for (const [index, { reference, quantity }] of rows.entries()) {
    const units = 1 + (index % quantity);
    let said = '';
    const hear = (text: string): void => void (said += text);
    const terminal = { env: { DATABASE_URL: databaseUrl }, out: hear, err: hear, isInteractive: false };
    const code = await run(['orders', 'refund', reference, '--units', String(units), '--restock'], terminal);
    if (code !== 0) throw new Error(`A refund of ${units} of ${quantity} units was answered with ${said}`);
    unitsBack += units;
  }
  return unitsBack;
}

/** What is wrong after the bank has paid out all refunds. */
async function problemsAfter(database: Database, productId: string, unitsBack: number): Promise<string[]> {
  let tally = await counted(database, productId);
  for (let look = 0; look < 600 && tally.open > 0; look += 1) {
    await pause(100);
    tally = await counted(database, productId);
  }
  const found = await listLedgerProblems(database, LEDGER_PARTS);
  const problems = found.map(({ row, problem }) => `${row}: ${problem}`);
  if (tally.open > 0) problems.push(`${tally.open} refunds are still open`);
  if (tally.stock !== unitsBack) problems.push(`${unitsBack} units went back, and ${tally.stock} are in stock`);
  const { rows } = await database.$client.query<{ reference: string }>(
    `select o.reference from shop_orders o
      join invoices i on i.reference = o.reference and i.kind = 'invoice' join invoices n on n.reference = o.reference and n.kind = 'credit_note'
    where o.product_id = $1 and o.state = 'cancelled' group by o.id, i.number
    having sum(n.total_paise) <> i.total_paise or sum(n.amount_paise) <> i.amount_paise
      or sum(n.cgst_paise) <> i.cgst_paise or sum(n.sgst_paise) <> i.sgst_paise`,
    [productId],
  );
  return [...problems, ...rows.map(({ reference }) => `${reference}: its credit notes are not its invoice`)];
}

/** The provider's id of the order. Undefined if there are not enough units. */
async function order(
  server: string,
  productId: string,
  { number, quantity }: { number: number; quantity: number },
): Promise<string | undefined> {
  const answer = await fetch(`${server}/api-v1/open/order/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Buyer ${number}`,
      email: `buyer${number}@example.com`,
      mobile: String(9_000_000_000 + number),
      address: '1 Race Road',
      city: 'Bengaluru',
      pincode: '560001',
      product_id: productId,
      product_name: productId,
      price: PRICE,
      quantity,
      shipping_price: 0,
      total_price: PRICE * quantity,
    }),
  });
  const { payment_url: url, code } = (await answer.json()) as { payment_url?: string; code?: string };
  if (answer.ok && url) return url.split('/').at(-1);
  if (code === 'out_of_stock') return undefined;
  throw new Error(`An order was answered with ${answer.status} ${code}`);
}

/** Acts as this buyer does. Returns a function for the bank's late approval, if there will be one. */
async function press(sandboxUrl: string, orderId: string, way: Way): Promise<(() => Promise<unknown>) | undefined> {
  const post = (path: string, body?: object): Promise<Response> =>
    fetch(`${sandboxUrl}${path}`, {
      method: 'POST',
      redirect: 'manual',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const pay = (): Promise<Response> => post(`/checkout/${orderId}/pay`);
  if (way === 'never') return undefined;
  const orders = await sandboxOrders(sandboxUrl);
  const merchantOrderId = orders.find((one) => one.orderId === orderId)?.merchantOrderId ?? '';
  const quirk = {
    late: 'lateAuthorisation',
    stale: 'outOfOrder',
    declined: 'declines',
    pay: '',
    twice: 'duplicateWebhook',
  }[way];
  if (quirk) await post('/sandbox/quirks', { merchantOrderId, [quirk]: true });
  await pay();
  if (way === 'twice') await pay();
  return way === 'late' ? () => post(`/sandbox/orders/${merchantOrderId}/authorise`) : undefined;
}

async function sandboxOrders(
  sandboxUrl: string,
): Promise<{ orderId: string; merchantOrderId: string; state: string }[]> {
  const answer = await fetch(`${sandboxUrl}/sandbox/orders`);
  return (await answer.json()) as Awaited<ReturnType<typeof sandboxOrders>>;
}

/** Counts a product's orders and payments. `open`: those that can still change. */
async function counted(database: Database, productId: string) {
  const { rows } = await database.$client.query<{
    stock: number;
    sold: number;
    units: number;
    refunded: number;
    open: number;
  }>(
    `select p.stock,
      (select count(*)::int from shop_orders o where o.product_id = p.id and o.state = 'paid') as sold,
      (select coalesce(sum(o.quantity), 0)::int from shop_orders o where o.product_id = p.id and o.state = 'paid') as units,
      (select count(*)::int from refunds r join payment_intents i using (txn_id) join shop_orders o on o.reference = i.subject
        where o.product_id = p.id and r.state = 'completed' and r.amount_paise = i.amount_paise) as refunded,
      (select count(*)::int from shop_orders o where o.product_id = p.id and o.state = 'awaiting_payment')
      + (select count(*)::int from payment_intents i join shop_orders o on o.reference = i.subject
        where o.product_id = p.id and i.state = 'pending')
      + (select count(*)::int from refunds r join payment_intents i using (txn_id) join shop_orders o on o.reference = i.subject
        where o.product_id = p.id and r.state <> 'completed') as open
    from products p where p.id = $1`,
    [productId],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no product ${productId}.`);
  return row;
}

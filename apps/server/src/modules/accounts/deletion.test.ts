import { once } from 'node:events';
import { sql, type SQL } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createClient, type Client } from '@bijli/contract/client';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { eventually } from '#testing/eventually.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const { time, ...stack } = await timedApp();
const { database } = stack.app;
const leave = (driver: Client, giveUp?: boolean) =>
  driver.call('deleteAccount', { body: giveUp === undefined ? {} : { give_up_balance: giveUp } });

/** Every place in the database that holds a text, as `table.column`. */
async function placesThatHold(text: string): Promise<string[]> {
  const { rows: columns } = await database.execute<{ place: string; found: string }>(sql`
    select table_name || '.' || column_name as place,
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I where %I::text like %L',
        table_name, column_name, ${`%${text}%`}::text), false, true, '')))[1]::text as found
    from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')`);
  return columns.filter(({ found }) => found !== '0').map(({ place }) => place);
}

async function idOf(mobile: string): Promise<number | undefined> {
  const { rows } = await database.execute<{ id: number }>(sql`select id from drivers where mobile = ${mobile}`);
  return rows[0]?.id;
}

async function again(mobile: string): Promise<Client> {
  const client = createClient(stack.url);
  await client.ask('login', { body: { mobile_no: mobile } });
  const [message] = await client.ask('demoMessages', { query: { mobile } });
  const { user } = await client.ask('verifyOtp', { body: { mobile_no: mobile, req_otp: message?.code ?? '' } });
  client.token = user.token;
  return client;
}

describe('a driver who leaves', () => {
  test('is erased everywhere, is signed out at once, and may return with the number as somebody new [ACCOUNT-14]', async () => {
    const mobile = '9444000001';
    const driver = await stack.driver(mobile, 0);
    const property_id = 'test-station';
    await driver.ask('updateUser', { body: { name: 'Zubeida Unique', email: 'zubeida.unique@example.com' } });
    await driver.ask('saveBookmark', { body: { property_id, status: true } });
    const review = { property_id, rate: 4, tags: [], comment: 'Clean and quick.' };
    await driver.ask('addReviews', { body: review });
    const screen = await liveSocket(stack.url, driver.token);
    const closed = new Promise((resolve) => screen.socket.once('disconnect', resolve));

    expect(await leave(driver)).toMatchObject({ success: true, message: expect.stringContaining('tax law') });
    await closed;
    const refused = await fetch(`${stack.url}/api-v1/user/get-profile`, {
      headers: { authorization: `Bearer ${driver.token}` },
    });
    expect(refused.status).toBe(401);

    for (const text of ['Zubeida', 'zubeida.unique', 'KA01AB0001']) expect(await placesThatHold(text)).toEqual([]);
    // The limit on codes still counts the number, until it has been an hour.
    expect(await placesThatHold(mobile)).toEqual(['code_requests.mobile']);

    const other = await stack.driver('9444000002', 0);
    const { reviews } = await other.ask('stationReviews', { query: { property_id } });
    expect(reviews).toMatchObject([{ name: 'A driver', comment: 'Clean and quick.', rate: 4 }]);

    const newcomer = await again(mobile);
    const { profile } = await newcomer.ask('getProfile', {});
    expect(profile).toMatchObject({ name: '', email: '', vehicle: null, mobile_number: mobile });
    expect((await newcomer.ask('savedBookmarks', {})).properties).toEqual([]);
    expect((await newcomer.ask('stationReviews', { query: { property_id } })).reviews[0]?.mine).toBe(false);
  });

  test('with money in the wallet is told what happens to it, and loses it only after agreeing [ACCOUNT-15]', async () => {
    const driver = await stack.driver('9444000003', 250);
    const driverId = await idOf('9444000003');
    const response = await fetch(`${stack.url}/api-v1/user/delete-account`, {
      method: 'POST',
      headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'application/json', 'accept-language': 'hi' },
      body: '{}',
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      success: false,
      code: 'balance_left',
      message: expect.stringContaining('₹250.00 बचे हैं'),
    });
    expect(await leave(driver, false)).toMatchObject({ code: 'balance_left' });
    expect((await driver.ask('getWallet', { query: {} })).wallet.balance).toBe(250);

    const { wallet } = await driver.ask('getWallet', { query: { history: 'true' } });
    const txnId = wallet.payment_history[0]?.transaction_id;
    const webhooks = () =>
      database.execute(sql`select body is not null as told from webhook_events where txn_id = ${txnId}`);
    await eventually(async () => expect((await webhooks()).rows).toEqual([{ told: true }]));
    expect(await leave(driver, true)).toMatchObject({ success: true });
    expect((await webhooks()).rows).toEqual([{ told: false }]);
    const { rows } = await database.execute(sql`
      select a.kind, sum(e.amount_paise)::int as paise from ledger_entries e
      join ledger_accounts a on a.id = e.account_id
      where e.transfer_id in (
        select transfer_id from ledger_entries join ledger_accounts own on own.id = account_id
        where own.driver_id = ${driverId})
      group by a.kind order by a.kind`);
    expect(rows).toEqual([
      { kind: 'gateway:phonepe', paise: -25_000 },
      { kind: 'given_up', paise: 25_000 },
      { kind: 'wallet', paise: 0 },
    ]);
    expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  });

  test('keeps the account while a payment is being checked [ACCOUNT-16]', async () => {
    const driver = await stack.driver('9444000004', 0);
    const order = await driver.ask('initiatePayment', { body: { amount: 100 } });
    expect(await leave(driver, true)).toMatchObject({ code: 'payment_open' });
    await fetch(`${order.pay_url}/pay`, { method: 'POST', redirect: 'manual' });
    await driver.ask('paymentState', { params: { txnId: order.txnId } });
    expect(await leave(driver)).toMatchObject({ code: 'balance_left' });
    expect(await leave(driver, true)).toMatchObject({ success: true });
  });

  test('is not kept for ever by a payment that the provider does not know, or that another provider took', async () => {
    const driver = await stack.driver('9444000014', 0);
    const [unknown, ofAnother] = [
      await driver.ask('initiatePayment', { body: { amount: 100 } }),
      await driver.ask('initiatePayment', { body: { amount: 200 } }),
    ];
    stack.sandbox.quirks.set({ orderUnknown: true }, unknown.txnId);
    const change = (set: SQL) => database.execute(sql`update payment_intents set ${set}`);
    await change(sql`provider = 'razorpay' where txn_id = ${ofAnother.txnId}`);
    for (const { txnId } of [unknown, ofAnother]) {
      expect(await driver.ask('paymentState', { params: { txnId } })).toMatchObject({ status: 'pending' });
      expect(await leave(driver, true)).toMatchObject({ code: 'payment_open' });
      await change(sql`created_at = created_at - interval '1 day' where txn_id = ${txnId}`);
      expect(await driver.ask('paymentState', { params: { txnId } })).toMatchObject({ status: 'failed' });
    }
    expect(await leave(driver)).toMatchObject({ success: true });

    // The keys are corrected, and the first one was paid.
    await fetch(`${unknown.pay_url}/pay`, { method: 'POST', redirect: 'manual' });
    stack.sandbox.quirks.clear();
    await change(sql`next_check_at = now() - interval '1 day' where txn_id = ${unknown.txnId}`);
    await time.advance(60_000);
    const refunds = sql`select amount_paise::int as paise from refunds where txn_id = ${unknown.txnId}`;
    await eventually(async () => expect((await database.execute(refunds)).rows).toEqual([{ paise: 10_000 }]));
    expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  });

  test('is refunded what the bank delivers afterwards, and nothing that the provider reports about them is stored [ACCOUNT-17]', async () => {
    const driver = await stack.driver('9444000007', 0);
    const [late, prompt] = [
      await driver.ask('initiatePayment', { body: { amount: 100 } }),
      await driver.ask('initiatePayment', { body: { amount: 200 } }),
    ];
    for (const { txnId, checksum } of [late, prompt])
      await driver.ask('cancelPayment', { params: { txnId }, body: { checksum } });
    const driverId = await idOf('9444000007');
    expect(await leave(driver)).toMatchObject({ success: true });
    // As a payment stands that was started in the very moment of the deletion.
    const started = sql`update payment_intents set driver_id = ${driverId}, state = 'pending', reason = null`;
    await database.execute(sql`${started} where txn_id = ${prompt.txnId}`);

    for (const { pay_url: page } of [late, prompt]) await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
    await stack.sandbox.webhooksSettled();
    const of = sql`from payment_intents where txn_id in (${late.txnId}, ${prompt.txnId})`;
    await eventually(async () =>
      expect((await database.execute(sql`select state ${of} group by state`)).rows).toEqual([{ state: 'unwanted' }]),
    );
    const back = sql`select sum(amount_paise)::int as paise from refunds where txn_id in (select txn_id ${of})`;
    expect((await database.execute(back)).rows).toEqual([{ paise: 30_000 }]);
    for (const { txnId } of [late, prompt]) expect(await placesThatHold(txnId)).not.toContain('webhook_events.body');
    expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  });

  test('keeps the account while a session runs; its invoice outlives the account [ACCOUNT-16]', async () => {
    const driver = await stack.driver('9444000005', 300);
    const fast = await stack.chargePoint('FAST-1');
    fast.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
    const { invoice_number: booking } = await driver.ask('remoteStart', { body: fastStart(1, 0.2) });
    expect(await leave(driver, true)).toMatchObject({ code: 'charge_open' });
    await time.until(once(fast, 'transactionClosed'));
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(data.status).toBe('completed');
    expect(await leave(driver, true)).toMatchObject({ success: true });
    expect(await placesThatHold(booking)).toEqual(
      expect.arrayContaining(['charging_sessions.booking_id', 'invoices.reference', 'ledger_transfers.reference']),
    );
    const { rows } = await database.execute(
      sql`select vehicle_id, energy_wh > 0 as charged from charging_sessions where booking_id = ${booking}`,
    );
    expect(rows).toEqual([{ vehicle_id: null, charged: true }]);
  });

  test('and paid for a business leaves its name, address and GSTIN on its invoices, and nowhere else [ACCOUNT-14]', async () => {
    const driver = await stack.driver('9444000008', 300);
    const business = { business_name: 'Unique Carriers', business_address: '7 Unheard Lane, Pune' };
    const who = { name: 'Zubeida', email: 'zubeida@example.com' };
    await driver.ask('updateUser', { body: { ...who, gstin: '27AAPFU0939F1ZV', ...business } });
    const fast = await stack.chargePoint('FAST-1');
    fast.plug(2, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
    const { invoice_number: billed } = await driver.ask('remoteStart', { body: fastStart(2, 0.2) });
    await time.until(once(fast, 'transactionClosed'));
    fast.unplug(2);
    await time.advance(1_000);
    const { invoice_number: unbilled } = await driver.ask('remoteStart', { body: fastStart(2, 0.2) });
    await driver.ask('remoteStop', { body: { transaction_id: unbilled } });

    const kept = ['address', 'gstin', 'name'].map((fact) => `charging_sessions.payer_${fact}`);
    const places = async () =>
      (await Promise.all(['7 Unheard Lane', '27AAPFU0939F1ZV', 'Unique Carriers'].map(placesThatHold))).flat();
    expect(await places()).toEqual(
      expect.arrayContaining([...kept, 'drivers.gstin', 'drivers.business_name', 'drivers.business_address']),
    );
    expect(await leave(driver, true)).toMatchObject({ success: true });
    expect((await places()).filter((place) => !place.startsWith('suppliers.'))).toEqual(kept);
    const { rows } = await database.execute(
      sql`select booking_id as booking from charging_sessions where payer_gstin is not null`,
    );
    expect(rows).toEqual([{ booking: billed }]);
  });

  test('is erased once: if two devices ask at the same time, one is told that it is signed out', async () => {
    const driver = await stack.driver('9444000006', 0);
    const answers = await Promise.all([leave(driver), leave(driver)]);
    expect(answers.map((answer) => answer.success).toSorted()).toEqual([false, true]);
    expect(answers.find((answer) => !answer.success)).toMatchObject({ code: 'signed_out' });
  });
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { testApp } from '#testing/app.ts';
import { commandLine } from '#testing/command-line.ts';
import { pastSession } from '#testing/past-session.ts';

const { app, database, driver, sandbox } = await testApp();
const bijli = commandLine(database, mkdtempSync(join(tmpdir(), 'bijli-cli-')));
const ago = (ms: number): Date => new Date(Date.now() - ms);

test('an operator sees which sessions wait: starts and stops without an end, and ends that were not reported', async () => {
  await driver('9100000001', 0);
  expect(await bijli('sessions', 'list')).toMatchObject({ code: 0, out: '0 sessions wait.\n' });
  const session = (columns: Parameters<typeof pastSession>[2]) => pastSession(database, '9100000001', columns);
  const unstopped = await session({ createdAt: ago(2 * DAY_MS), isProvisional: true, transactionId: 7 });
  const stuck = await session({ createdAt: ago(HOUR_MS), state: 'sent', endedAt: null, connector: 1 });
  // None of these is overdue: one has just begun, one is over, and the third can get no more reports.
  await session({ createdAt: ago(MINUTE_MS), state: 'sent', endedAt: null, connector: 2 });
  await session({ createdAt: ago(HOUR_MS) });
  await session({ createdAt: ago(9 * DAY_MS), isProvisional: true });
  const { out } = await bijli('sessions', 'list');
  expect(out.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${unstopped.bookingId} .* transaction 7 {2}completed {2}since \\d{4}-`)),
    expect.stringMatching(new RegExp(`^${stuck.bookingId} .*:1 {2}no transaction {2}sent {2}since `)),
    '2 sessions wait.',
    '',
  ]);
});

test('an operator sees which payments and refunds wait for the provider, and the state of each refund', async () => {
  expect((await bijli('payments', 'list')).out).toBe('0 open payments.\n');
  expect((await bijli('refunds', 'list')).out).toBe('0 open refunds.\n');
  const asha = await driver('9100000002', 500);
  const { transaction_id: paid } =
    (await asha.ask('getWallet', { query: { history: 'true' } })).wallet.payment_history[0] ?? expect.fail();
  const { txnId: open } = await asha.ask('initiatePayment', { body: { amount: 1200 } });
  // The driver has given this payment up. Nobody waits for it, although the server asks the provider for days whether
  // it was paid after all.
  const { txnId: givenUpByDriver } = await asha.ask('initiatePayment', { body: { amount: 700 } });
  await database.$client.query(
    `update payment_intents set state = 'expired', next_check_at = now() + interval '1 hour', created_at = now() - interval '3 hours' where txn_id = $1`,
    [givenUpByDriver],
  );
  // This one has failed, but staff still have to find out why the provider does not know it.
  const { txnId: unknown } = await asha.ask('initiatePayment', { body: { amount: 800 } });
  await database.$client.query(
    `update payment_intents set state = 'failed', reason = 'unknown to the provider', created_at = now() - interval '3 hours' where txn_id = $1`,
    [unknown],
  );
  const openSince = (await app.modules.payments.readGauges()).oldestOpenPaymentAt?.getTime() ?? 0;
  expect(Date.now() - openSince).toBeLessThan(MINUTE_MS);
  sandbox.quirks.set({ refundDown: true });
  const refund = (key: string) =>
    database.transaction((tx) =>
      app.modules.payments.refund(tx, { txnId: paid, key, amountPaise: 10_000, reason: 'a test' }),
    );
  const refunds = [await refund('a'), await refund('b'), await refund('c'), await refund('d')];
  const [first, accepted, givenUp, failedOnce] = refunds.map(({ refundId }) => refundId);
  await database.$client.query(
    `update refunds set accepted_at = now(), attempt = 2, next_try_at = now() + interval '1 hour' where refund_id = $1`,
    [accepted],
  );
  await database.$client.query(`update refunds set state = 'failed', next_try_at = null where refund_id = $1`, [
    givenUp,
  ]);
  await database.$client.query(
    `update refunds set attempt = 3, next_try_at = now() + interval '1 hour', provider = 'razorpay' where refund_id = $1`,
    [failedOnce],
  );
  const times = 'since \\S+Z {2}asked again at \\S+Z';
  expect((await bijli('payments', 'list')).out.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${unknown} {2}.* {2}unknown to the provider {2}asked again at`)),
    expect.stringMatching(new RegExp(`^${open} {2}phonepe {2}₹1,200\\.00 {2}open ${times}$`)),
    '2 open payments.',
    '',
  ]);
  const withAnother = commandLine(database, mkdtempSync(join(tmpdir(), 'bijli-cli-')), { PAYMENT_OPTION: 'payu' });
  expect((await withAnother('payments', 'list')).out).toMatch(
    new RegExp(`^${open} {2}phonepe .* {2}cannot be asked: PAYMENT_OPTION is payu$`, 'm'),
  );
  expect((await bijli('refunds', 'list')).out.split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(`^${first} {2}of ${paid} {2}phonepe {2}₹100\\.00 {2}not accepted by the provider {2}${times}$`),
    ),
    expect.stringMatching(
      new RegExp(
        `^${accepted}-2 {2}.* {2}the provider failed to pay out try 1, try 2 is accepted by the provider, not paid out yet {2}${times}$`,
      ),
    ),
    expect.stringMatching(new RegExp(`^${givenUp} {2}.* {2}given up {2}since \\S+Z$`)),
    expect.stringMatching(
      new RegExp(
        `^${failedOnce}-3 {2}.* {2}the provider failed to pay out try 2, try 3 is not accepted by the provider {2}since \\S+Z {2}cannot be asked: PAYMENT_OPTION is phonepe$`,
      ),
    ),
    '4 open refunds.',
    '',
  ]);
  expect((await bijli('refunds', 'list', '--limit', '1')).out).toContain(
    'The oldest 1 open refunds; --limit shows more.',
  );
});

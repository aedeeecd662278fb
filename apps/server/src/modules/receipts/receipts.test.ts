import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { Client } from '@bijli/contract/client';
import { createEvents } from '#events/events.ts';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { en } from '#kernel/messages/en.ts';
import { makeJobsDue } from '#testing/due-jobs.ts';
import { testLog } from '#testing/log.ts';
import { timedApp } from '#testing/manual-time.ts';
import { partOf, smtpServer } from '#testing/smtp-server.ts';
import { parseConfig } from '../../config/config.ts';
import { receiptOptions } from '../../config/module-options.ts';
import { createReceipts } from './index.ts';

const smtp = await smtpServer();
const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Bijli <hello@bijli.example>' };
const { time, ...stack } = await timedApp({ env });
const { jobs } = stack.app.modules;
const { $client: pool } = stack.app.database;
/** Sends what is due, and what failed before. */
async function sendAll(): Promise<void> {
  await makeJobsDue(stack.app.database, 'receipts');
  await jobs.runDue('receipts');
}
const chargePoint = await stack.chargePoint('FAST-1');
afterEach(() => {
  smtp.refusing = false;
});

let mobile = 9_200_000_000;
/** A driver with an address of the test's own. */
async function driver() {
  mobile += 1;
  const client = await stack.driver(String(mobile), 500);
  const email = `asha${mobile}@example.com`;
  await client.ask('updateUser', { body: { name: 'Asha Rao', email } });
  return { client, email, mobile: String(mobile) };
}
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to === email).map(({ text }) => text);
const textOf = (mail = ''): string => {
  const body = mail.slice(mail.indexOf('\r\n\r\n') + 4);
  if (/^Content-Transfer-Encoding: base64/m.test(mail)) return Buffer.from(body, 'base64').toString();
  return body.replaceAll('=\r\n', '').replaceAll('=3D', '=');
};
const tokenIn = (mail: string | undefined): string => /confirm=([\w.-]+)/.exec(textOf(mail))?.[1] ?? '';
const stateOf = async ({ client }: { client: Client }) => {
  const { state, on } = await client.ask('getReceipts', {});
  return [state, on];
};

async function idOf(of: { mobile: string }): Promise<number> {
  const { rows } = await stack.app.database.$client.query<{ id: string }>('select id from drivers where mobile = $1', [
    of.mobile,
  ]);
  return Number(rows[0]?.id);
}

/** Receipts as they stand so many days later. */
const inDays = (days: number) =>
  createReceipts({
    ...stack.app.modules,
    database: stack.app.database,
    clock: new TestClock(new Date(stack.clock.now().getTime() + days * DAY_MS).toISOString()),
    log: testLog,
    events: createEvents({ log: testLog }),
    ...receiptOptions(parseConfig({ PUBLIC_URL: 'http://127.0.0.1:3000' })),
  });

/** A session of the driver from its start to its settled end. */
async function charges({ client }: { client: Client }): Promise<string> {
  chargePoint.plug(1, { batteryWh: 40_000, soc: 40, maxPowerW: 50_000 });
  const { invoice_number: bookingId } = await client.ask('remoteStart', {
    body: {
      charge_type: 'units',
      charging_value: 0.05,
      charger_id: 'FAST-1',
      connector_id: 'FAST-1:1',
      oem_connector_number: 1,
    },
  });
  await time.until(once(chargePoint, 'transactionClosed'));
  chargePoint.unplug(1);
  await time.advance(5000);
  return bookingId;
}

test('a driver who wants receipts confirms the address by a link in an e-mail, and may switch them off', async () => {
  const asha = await driver();
  expect(await stateOf(asha)).toEqual(['unconfirmed', false]);
  expect(await asha.client.ask('setReceipts', { body: { on: true } })).toMatchObject({
    email: asha.email,
    state: 'link_sent',
    on: true,
  });
  // A link that is on its way is enough.
  await asha.client.ask('setReceipts', { body: { on: true } });
  const mails = mailsTo(asha.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).not.toContain('Asha Rao');
  expect(textOf(mails[0])).toContain('http://127.0.0.1:3000/profile?confirm=');
  await asha.client.ask('confirmReceiptAddress', { body: { token: tokenIn(mails[0]) } });
  expect(await stateOf(asha)).toEqual(['confirmed', true]);
  await asha.client.ask('setReceipts', { body: { on: false } });
  expect(await stateOf(asha)).toEqual(['confirmed', false]);
});

test('a link is for one driver and one address, and expires after two days; another address is not confirmed', async () => {
  const [asha, ravi] = [await driver(), await driver()];
  await asha.client.ask('setReceipts', { body: { on: true } });
  const token = tokenIn(mailsTo(asha.email)[0]);
  const confirm = ({ client }: { client: Client }, text = token) =>
    client.call('confirmReceiptAddress', { body: { token: text } });
  for (const [who, text] of [
    [ravi, token],
    [asha, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    [asha, 'nonsense'],
  ] as const)
    expect(await confirm(who, text)).toMatchObject({ success: false, code: 'receipt_link_wrong' });
  await confirm(asha);
  await asha.client.ask('updateUser', { body: { name: 'Asha', email: 'other@example.com' } });
  expect(await stateOf(asha)).toEqual(['unconfirmed', true]);
  expect(await confirm(asha)).toMatchObject({ code: 'receipt_link_wrong' });
  await asha.client.ask('sendReceiptLink', { body: {} });
  const late = tokenIn(mailsTo('other@example.com')[0]);
  const afterTwoDays = inDays(2);
  await expect(afterTwoDays.confirmAddress(await idOf(asha), late, en)).rejects.toMatchObject({
    code: 'receipt_link_expired',
  });
  expect(await afterTwoDays.readSettings(await idOf(asha))).toMatchObject({ state: 'unconfirmed', on: true });
});

test('links are limited to five a day, need an address, and one that cannot be sent is reported', async () => {
  mobile += 1;
  const nobody = await stack.driver(String(mobile), 0);
  expect(await nobody.call('setReceipts', { body: { on: true } })).toMatchObject({ code: 'receipt_email_missing' });
  const asha = await driver();
  smtp.refusing = true;
  expect(await asha.client.call('sendReceiptLink', { body: {} })).toMatchObject({ code: 'mail_failed' });
  smtp.refusing = false;
  expect(await stateOf(asha)).toEqual(['unconfirmed', false]);
  for (let sent = 1; sent < 5; sent += 1) await asha.client.ask('sendReceiptLink', { body: {} });
  expect(await asha.client.call('sendReceiptLink', { body: {} })).toMatchObject({ code: 'receipt_link_limit' });
  expect(mailsTo(asha.email)).toHaveLength(4);
  await inDays(1).sendLink(await idOf(asha), en);
  expect(mailsTo(asha.email)).toHaveLength(5);
});

test('a session has one receipt with its invoice, however often it is tried; an unconfirmed address gets none', async () => {
  const asha = await driver();
  await asha.client.ask('setReceipts', { body: { on: true } });
  await charges(asha);
  await sendAll();
  expect(mailsTo(asha.email)).toHaveLength(1);

  await asha.client.ask('confirmReceiptAddress', { body: { token: tokenIn(mailsTo(asha.email)[0]) } });
  smtp.refusing = true;
  const bookingId = await charges(asha);
  await sendAll();
  smtp.refusing = false;
  expect(mailsTo(asha.email)).toHaveLength(1);
  await Promise.all([sendAll(), sendAll()]);
  const [, receipt, ...others] = mailsTo(asha.email);
  expect(others).toEqual([]);
  expect(receipt).toContain(`Message-ID: <${bookingId}@127.0.0.1>`);
  const { data } = await asha.client.ask('paymentDetails', { query: { payment_id: bookingId } });
  expect(receipt).toContain(`${data.invoice_number.replaceAll('/', '-')}.pdf`);
  expect(
    partOf(receipt ?? '', 'application/pdf')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const later = await charges(asha);
  await asha.client.ask('updateUser', { body: { name: 'Asha', email: 'new@example.com' } });
  await sendAll();
  expect(smtp.mails.filter(({ text }) => text.includes(later) && text.includes('new@'))).toEqual([]);

  // It goes 90 days after the session.
  const kept = async () => {
    const { rows } = await pool.query<{ id: string }>('select booking_id as id from receipts where driver_id = $1', [
      await idOf(asha),
    ]);
    return rows.map(({ id }) => id).toSorted();
  };
  await inDays(89).purgeExpired();
  expect(await kept()).toEqual([bookingId, later].toSorted());
  await inDays(91).purgeExpired();
  expect(await kept()).toEqual([]);
});

import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type Client } from '@bijli/contract/client';
import { en } from '#kernel/messages/en.ts';
import { hi } from '#kernel/messages/hi.ts';
import { createWallet } from '#modules/wallet/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { timedApp } from '#testing/manual-time.ts';
import { pdfText } from '#testing/pdf-text.ts';
import { openPushService } from '#testing/push-service.ts';
import { PRODUCT_ROW, insertOrderOf, insertProducts } from '#testing/shop-fixture.ts';
import { tablesOfDrivers } from '#testing/tables-of-drivers.ts';
import { personalDataPdf } from './personal-data-pdf.ts';

const property_id = 'test-station';
const NAME = 'श्री\u200Dमान आशा Rao தமிழ் 🚗';
const service = await openPushService();
const { time, clock, ...stack } = await timedApp({
  env: { PUSH_ORIGINS: service.origin, CODES_PER_NUMBER_HOUR: '20' },
});
const { database } = stack.app;
const fast = await stack.chargePoint('FAST-1');
afterAll(() => service.close());

let own: Client;
let other: Client;
let ids: { own: string; other: string };

beforeAll(async () => {
  await insertProducts(database, PRODUCT_ROW);
  [own, other] = [
    await everything('9311000001', NAME, 'own'),
    await everything('9311000002', 'Zubeida Other', 'other'),
  ];
  await watchAsAll();
  const { rows } = await database.execute<{ id: string; mobile: string }>(sql`select id, mobile from drivers`);
  const idOf = (mobile: string) => rows.find((row) => row.mobile === mobile)?.id ?? '';
  ids = { own: idOf('9311000001'), other: idOf('9311000002') };
});

/** Drivers ask to be told when the station is free. Done last, as they are told while others charge. */
async function watchAsAll(): Promise<void> {
  await database.execute(sql`
    insert into station_watches (station_id, driver_id, since, until)
    select ${property_id}, id, now(), now() from drivers on conflict do nothing`);
}

/** A driver who has done all that can be done, and of whom a row lies in every table that knows drivers. */
async function everything(mobile: string, name: string, mark: string): Promise<Client> {
  const driver = await stack.driver(mobile, 500);
  await driver.ask('updateUser', { body: { name, email: `${mark}@example.com` } });
  await driver.ask('addCard', { body: { number: `CARD-${mark}`, name: `card of ${mark}` } });
  await driver.ask('saveBookmark', { body: { property_id, status: true } });
  await driver.ask('addReviews', { body: { property_id, rate: 4, tags: [], comment: `review of ${mark}` } });
  const { public_key: key } = await driver.ask('pushKey', {});
  const device = service.device(key);
  await driver.ask('subscribePush', { body: { ...device.subscription, language: 'en' } });
  fast.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
  const { invoice_number: booking_id } = await driver.ask('remoteStart', { body: fastStart(1, 0.1) });
  await time.until(once(fast, 'transactionClosed'));
  fast.unplug(1);
  // Another code may be asked for.
  await time.advance(31_000);
  await driver.ask('fileComplaint', {
    body: { property_id, booking_id, kind: 'other', comment: `complaint of ${mark}` },
  });
  await createClient(stack.url).ask('login', { body: { mobile_no: mobile } });
  await database.execute(sql`insert into known_devices values (${mobile}, ${`hash of ${mark}`}, now())`);
  await insertOrderOf(database, `O-${mark}`, { mobile, buyerName: 'Somebody Else', address: 'A stranger lives here' });
  await insertOrderOf(database, `O-SIGNED-IN-${mark}`, { mobile: '9300000000' });
  await database.execute(sql`
    update shop_orders set driver_id = (select id from drivers where mobile = ${mobile})
    where reference in (${`O-${mark}`}, ${`O-SIGNED-IN-${mark}`})`);
  await database.execute(sql`
    insert into disputed_energy (booking_id, charger_id, connector, transaction_id, cause, energy_wh, began_at, noted_at)
    select booking_id, charger_id, connector, transaction_id, 'beyond_bound', 5, now(), now()
    from charging_sessions where booking_id = ${booking_id}`);
  await database.execute(sql`
    insert into refused_transactions (transaction_id, booking_id, charger_id, connector, id_tag, meter_start_wh, started_at, refused_at)
    select transaction_id, booking_id, charger_id, connector, id_tag, 0, now(), now()
    from charging_sessions where booking_id = ${booking_id}`);
  await database.execute(sql`
    insert into receipt_settings (driver_id, language, confirmed_email)
    select id, 'en', email from drivers where mobile = ${mobile}`);
  await database.execute(sql`
    insert into receipts (booking_id, driver_id) select ${booking_id}, id from drivers where mobile = ${mobile}`);
  await database.execute(sql`
    insert into refunds (refund_id, key, txn_id, provider, provider_payment_id, amount_paise, was_credited, reason, state, created_at)
    select ${`R-${mark}`}, ${`key-${mark}`}, txn_id, provider, ${`p-${mark}`}, 100, true, 'shop', 'completed', now()
    from payment_intents p join drivers d on d.id = p.driver_id where d.mobile = ${mobile}`);
  return driver;
}

/** Tables whose rows are told with those they belong to, and why. */
const TOLD_ELSEWHERE = new Map([
  // What was sent about orders that merely bear the number, and whose buyer may be somebody else.
  ['order_messages', 'shop_orders'],
  // What somebody with the link of such an order wrote of its product.
  ['product_reviews', 'shop_orders'],
]);

async function tablesWithDriverId(): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'driver_id' order by 1`);
  return rows.map(({ name }) => name);
}

const copyOf = async (driver: Client) => driver.ask('personalData', { query: {} });

describe('a copy of a driver’s data', () => {
  test('has something of every table with drivers’ data, so that a new table cannot be forgotten [ACCOUNT-12]', async () => {
    const { data, incomplete, mobile_number: mobile } = await copyOf(own);
    expect([mobile, incomplete]).toEqual(['9311000001', []]);
    const tables = await tablesOfDrivers(database);
    expect(tables.length).toBeGreaterThan(18);
    for (const table of tables) {
      const rows = data[TOLD_ELSEWHERE.get(table) ?? table];
      expect(
        rows?.length,
        `${table} is in no copy: give it a part in personal-data.store.ts of its module`,
      ).toBeGreaterThan(0);
    }
    for (const table of ['invoices', 'meter_samples', 'webhook_events'])
      expect(data[table]?.length, table).toBeGreaterThan(0);
  });

  test('has every row of the driver in each of them [ACCOUNT-12]', async () => {
    const { data } = await copyOf(own);
    for (const name of await tablesWithDriverId()) {
      const { rows } = await database.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sql.identifier(name)} where driver_id = ${ids.own}`,
      );
      expect(data[name]?.length, name).toBe(rows[0]?.n);
    }
    expect(data['drivers']).toMatchObject([{ name: NAME, email: 'own@example.com', mobile: '9311000001' }]);
    expect(data['reviews']).toMatchObject([{ station: 'Test Station', rate: 4, comment: 'review of own' }]);
    expect(data['charging_sessions']).toMatchObject([{ registration_number: 'KA01AB0001', charger: 'FAST-1' }]);
    expect(data['meter_samples']?.[0]?.['samples']).toBeGreaterThan(1);
    const entries = data['ledger_entries'] ?? [];
    const balance = (data['ledger_accounts'] ?? []).find(({ account }) => account === 'wallet')?.['balance_paise'];
    const { freePaise } = await createWallet({ clock }).readBalance(database, Number(ids.own));
    const sum = entries
      .filter(({ account }) => account === 'wallet')
      .reduce((total, row) => total + Number(row['amount_paise']), 0);
    expect([balance, sum]).toEqual([freePaise, freePaise]);
  });

  test('has nothing of another driver, and no secret [ACCOUNT-13]', async () => {
    const text = JSON.stringify(await copyOf(own));
    const { rows: theirs } = await database.execute<{ value: string }>(sql`
      select booking_id as value from charging_sessions where driver_id = ${ids.other}
      union select txn_id from payment_intents where driver_id = ${ids.other}
      union select number from invoices i join charging_sessions s on s.booking_id = i.reference and s.driver_id = ${ids.other}
      union select reference from fault_reports where driver_id = ${ids.other}`);
    expect(theirs.length).toBeGreaterThan(3);
    const named = [
      '9311000002',
      'Zubeida',
      'other@example.com',
      'review of other',
      'complaint of other',
      'KA01AB0002',
      'O-other',
    ];
    for (const value of [...theirs.map((row) => row.value), ...named]) expect(text).not.toContain(value);
    expect(text).not.toContain('Somebody Else');
    expect(text).not.toContain('stranger');

    const { rows: secrets } = await database.execute<{ value: string }>(sql`
      select token_hash as value from tokens union select id_tag from charging_sessions
      union select code_hash from one_time_codes union select salt from one_time_codes
      union select p256dh from push_subscriptions union select auth from push_subscriptions
      union select endpoint from push_subscriptions
      union select raw from meter_samples where raw is not null union select private_key from push_keys`);
    expect(secrets.length).toBeGreaterThan(8);
    for (const { value } of [...secrets, { value: own.token }]) expect(text).not.toContain(value);
    expect(text).not.toMatch(/hash|"key"|"salt"|"auth"|"id_tag"|pay_url|checkout_form/);
  });

  test('does not say from where others requested or tried codes with the number', async () => {
    const { data } = await copyOf(own);
    expect(data['code_triers']?.length).toBeGreaterThan(0);
    expect(JSON.stringify([data['code_triers'], data['code_requests']])).not.toMatch(/network_address|127\.0\.0\.1/);
  });

  test.each([
    ['en', en],
    ['hi', hi],
  ] as const)('is also a PDF, which has words for each part and fact, in %s', async (language, messages) => {
    const answer = await fetch(`${stack.url}/api-v1/user/personal-data?format=pdf`, {
      headers: { authorization: `Bearer ${other.token}`, 'accept-language': language },
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="bijli-data.pdf"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    const copy = await copyOf(other);
    copy.data['drivers'] = [{ name: NAME }];
    const text = pdfText(await personalDataPdf(copy, messages, { isCompressed: false }));
    for (const [section, rows] of Object.entries(copy.data)) {
      expect(Object.keys(messages.personal.sections), section).toContain(section);
      for (const field of rows.flatMap((row) => Object.keys(row)))
        expect(Object.keys(messages.personal.fields), `${section}.${field}`).toContain(field);
    }
    expect(text).toContain('Rao');
    // Glyphs come in the order in which they are drawn, so the letters are compared and not the words.
    for (const letter of 'शरमनआ') expect(text).toContain(letter);
    if (language === 'en') expect(text).toMatch(/Charges\n/);
  });

  test('of thousands of rows keeps its PDF short and says that there are more', async () => {
    const rows = Array.from({ length: 10_000 }, (_, nth) => ({
      at: new Date(nth * 1e6),
      account: 'wallet',
      amount_paise: nth,
    }));
    const copy = { ...(await copyOf(other)), data: { ledger_entries: rows }, incomplete: ['ledger_entries'] };
    let turns = 0;
    let done = false;
    const others = (): void => {
      turns += 1;
      if (!done) setImmediate(others);
    };
    others();
    const file = await personalDataPdf(copy, en, { isCompressed: false });
    done = true;
    expect(turns).toBeGreaterThan(20);
    expect(pdfText(file)).toContain('The newest 200 of 10000+.');
    expect(Number(/\/Count (\d+)/.exec(file.toString('latin1'))?.[1])).toBeLessThan(30);
  });

  test('that could not be made does not count', async () => {
    const driver = await stack.driver('9311000004', 0);
    const ask = (format?: 'pdf') => driver.call('personalData', { query: format ? { format } : {} });
    await database.execute(sql`alter table known_devices rename to known_devices_away`);
    const failed = [await ask(), await ask('pdf')];
    await database.execute(sql`alter table known_devices_away rename to known_devices`);
    expect(failed).toMatchObject([{ code: 'internal' }, { code: 'internal' }]);
    const answers: boolean[] = [];
    for (let taken = 0; taken < 6; taken += 1) answers.push((await ask()).success);
    expect(answers).toEqual([true, true, true, true, true, false]);
    await driver.ask('deleteAccount', { body: {} });
  });

  test('is given five times a day, however many are requested at once, and erased with the driver', async () => {
    const driver = await stack.driver('9311000003', 0);
    const ask = () => driver.call('personalData', { query: {} });
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(answers.filter(({ success }) => success)).toHaveLength(5);
    const refused = await driver.call('personalData', { query: { format: 'pdf' } }, { 'accept-language': 'hi' });
    expect(refused).toMatchObject({
      success: false,
      code: 'export_limit',
      message: expect.stringContaining('5 प्रतियाँ'),
    });
    await driver.ask('deleteAccount', { body: {} });
    const kept = sql`select from personal_data_exports where driver_id not in (${ids.own}, ${ids.other})`;
    expect((await database.execute(kept)).rowCount).toBe(0);
  });
});

/** Tables whose rows of a driver outlive the account, and why. */
const KEPT = {
  charging_sessions: 'invoices, which tax law has kept, refer to them',
  fault_reports: 'the operator still repairs what was complained about',
  holds: 'the ledger is never changed',
  ledger_accounts: 'the ledger is never changed',
  payment_intents: 'money may still be refunded',
  reviews: 'they are shown without a name',
};

test('of every table with a driver’s rows only those are left after the account is deleted that must be kept, so that a new table cannot be forgotten [ACCOUNT-14]', async () => {
  const mobile = '9311000005';
  const leaver = await everything(mobile, 'Third Person', 'third');
  await watchAsAll();
  await leaver.ask('personalData', { query: {} });
  const { rows: drivers } = await database.execute<{ id: string }>(
    sql`select id from drivers where mobile = ${mobile}`,
  );
  const tables = await tablesWithDriverId();
  const ofLeaver = async (table: string): Promise<number> => {
    const rows = sql`select from ${sql.identifier(table)} where driver_id = ${drivers[0]?.id}`;
    return (await database.execute(rows)).rowCount ?? 0;
  };
  for (const name of tables) expect(await ofLeaver(name), `${name} has no row to erase`).toBeGreaterThan(0);
  await leaver.ask('deleteAccount', { body: { give_up_balance: true } });
  const left: string[] = [];
  for (const name of tables) if ((await ofLeaver(name)) > 0) left.push(name);
  expect(left, 'let `eraseDriver` of the module erase the others').toEqual(Object.keys(KEPT));
});

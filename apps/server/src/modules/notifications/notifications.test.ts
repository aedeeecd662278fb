import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient, type Client } from '@bijli/contract/client';
import { createEvents } from '#events/events.ts';
import { stationsChanged } from '#modules/discovery/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { testLog } from '#testing/log.ts';
import { timedApp } from '#testing/manual-time.ts';
import { openPushService, type Device } from '#testing/push-service.ts';
import { countStatements } from '#testing/statements.ts';
import { createNotifications } from './index.ts';

const service = await openPushService();
// Push services hold the hour of a message against their own.
const { time, clock, ...stack } = await timedApp({
  start: new Date().toISOString(),
  minIntervalMs: 0,
  env: { PUSH_ORIGINS: service.origin },
});
const fast = await stack.chargePoint('FAST-1');
// It has told of its connectors.
await time.settled();
const CAR = { batteryWh: 60_000, soc: 79.9, maxPowerW: 150_000 };
afterAll(() => service.close());

async function subscribe(driver: Client, language = 'en'): Promise<Device> {
  const { public_key: key } = await driver.ask('pushKey', {});
  const device = service.device(key);
  await driver.ask('subscribePush', { body: { ...device.subscription, language } });
  return device;
}

const start = (driver: Client, connector: number, units: number) =>
  driver.ask('remoteStart', { body: fastStart(connector, units) });

/** A session from the tap to its end. */
async function session(driver: Client, connector: number): Promise<string> {
  const closed = once(fast, 'transactionClosed');
  fast.plug(connector, CAR);
  const { invoice_number: bookingId } = await start(driver, connector, 1);
  await time.until(closed);
  fast.unplug(connector);
  return bookingId;
}

const titles = (device: Device) => device.shown.map(({ title }) => title);
const listed = async (driver: Client) => (await driver.ask('listNotifications', {})).notifications;

describe('a charge', () => {
  test('is announced on each device in its language: started, 80 %, done with units and rupees', async () => {
    const driver = await stack.driver('9100000001', 500);
    const phone = await subscribe(driver);
    const second = await signInAgain('9100000001');
    const tablet = await subscribe(second, 'hi');
    const bookingId = await session(driver, 1);
    const last = await time.until(phone.sees(3));
    await time.until(tablet.sees(3));
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: bookingId } });
    expect(titles(phone)).toEqual(['Charging has started', 'Battery at 80%', 'Charging is done']);
    expect(titles(tablet)).toEqual(['चार्जिंग शुरू हो गई', 'बैटरी 80% हो गई', 'चार्जिंग पूरी हुई']);
    expect(last.body).toBe(
      `${data.units_consumed.toFixed(3).replace(/0$/, '')}\u202FkWh for ₹${data.total_amount.toFixed(2)} at Test Station. Please unplug your vehicle.`,
    );
    expect(last).toMatchObject({ tag: `charge:${bookingId}`, target: { screen: 'invoice', booking_id: bookingId } });
    expect(service.problems).toEqual([]);
  });

  test('that the emergency stop ends is announced with the reason, and so is a low balance', async () => {
    const driver = await stack.driver('9100000002', 80);
    const phone = await subscribe(driver);
    fast.plug(2, CAR);
    await start(driver, 2, 2);
    await time.until(phone.sees(1));
    fast.stop(2, 'EmergencyStop');
    await time.until(phone.sees(3));
    fast.unplug(2);
    const early = phone.shown.find(({ title }) => title === 'Charging stopped early');
    expect(early?.body).toMatch(
      /^The emergency stop was pressed, at Test Station\. You got \d+\.\d{2,3}\u202FkWh for ₹\d+\.\d\d\.$/,
    );
    expect(titles(phone)).toContain('Your balance is low');
  });

  test('that never began is announced with the money that is free again', async () => {
    const driver = await stack.driver('9100000003', 200);
    fast.misbehave('RemoteStartTransaction', 'Rejected');
    await expect(start(driver, 1, 1)).rejects.toThrow('The charger refused to start');
    fast.misbehave('RemoteStartTransaction', undefined);
    const [notification] = await listed(driver);
    expect(notification).toMatchObject({ kind: 'start_failed', target: { screen: 'wallet' }, read: false });
    expect(notification?.body).toBe(
      'The charger refused to start, at Test Station. ₹17.70 is free in your wallet again.',
    );
  });
});

describe('the list in the app', () => {
  test('is in the requested language, counts unread entries, and is each driver’s own', async () => {
    const driver = await stack.driver('9100000004', 500);
    await session(driver, 1);
    const { notifications, unread } = await driver.ask('listNotifications', {});
    expect(unread).toBe(notifications.length);
    expect(notifications[0]?.title).toBe('Charging is done');
    const inHindi = await driver.call('listNotifications', {}, { 'accept-language': 'hi' });
    expect('notifications' in inHindi && inHindi.notifications[0]?.title).toBe('चार्जिंग पूरी हुई');
    await driver.ask('readNotifications', { body: { up_to: notifications[1]?.id ?? 0 } });
    expect((await driver.ask('listNotifications', {})).unread).toBe(1);
    const other = await stack.driver('9100000005', 0);
    await other.ask('readNotifications', { body: { up_to: notifications[0]?.id ?? 0 } });
    expect(await other.ask('listNotifications', {})).toMatchObject({ notifications: [], unread: 0 });
    expect((await driver.ask('listNotifications', {})).unread).toBe(1);
  });
});

describe('a device', () => {
  test('is removed when the push service says that it is gone', async () => {
    const driver = await stack.driver('9100000006', 500);
    const device = await subscribe(driver);
    service.answer(410);
    await session(driver, 1);
    await time.advance(1_000);
    expect(await subscriptionsOf(device)).toBe(0);
    service.answer(201);
    expect(device.shown).toEqual([]);
  });

  test('gets nothing more once its sign-in has ended, and another of the same driver still does', async () => {
    const driver = await stack.driver('9100000007', 500);
    const phone = await subscribe(driver);
    const second = await signInAgain('9100000007');
    const tablet = await subscribe(second);
    await second.ask('signOut', { body: {} });
    expect(await subscriptionsOf(tablet)).toBe(0);
    await session(driver, 1);
    await time.until(phone.sees(3));
    expect(tablet.shown).toEqual([]);
  });

  test('can switch pushes off, and belongs to whoever signs in on it next', async () => {
    const first = await stack.driver('9100000008', 0);
    const device = await subscribe(first);
    const next = await stack.driver('9100000009', 0);
    await next.ask('subscribePush', { body: { ...device.subscription, language: 'en' } });
    expect(await subscriptionsOf(device)).toBe(1);
    await first.ask('unsubscribePush', {});
    expect(await subscriptionsOf(device)).toBe(1);
    await next.ask('unsubscribePush', {});
    expect(await subscriptionsOf(device)).toBe(0);
  });

  test('and all notifications of its driver are erased with the account', async () => {
    const driver = await stack.driver('9100000013', 0);
    const device = await subscribe(driver);
    await stack.app.database.$client.query(
      `insert into notifications (driver_id, event_key, kind, facts, created_at, expires_at)
       select id, 'test', 'balance_low', '{"paise": 1}', now(), now() from drivers where mobile = '9100000013'`,
    );
    expect(await listed(driver)).toHaveLength(1);
    await driver.ask('deleteAccount', { body: {} });
    expect(await subscriptionsOf(device)).toBe(0);
    const { rows } = await stack.app.database.$client.query("select from notifications where event_key = 'test'");
    expect(rows).toEqual([]);
  });

  test('with an address elsewhere, or with unusable keys, is refused', async () => {
    const driver = await stack.driver('9100000010', 0);
    const { subscription } = service.device('');
    const elsewhere = { ...subscription, endpoint: 'https://10.0.0.1/push', language: 'en' };
    expect(await driver.call('subscribePush', { body: elsewhere })).toMatchObject({ code: 'push_address_refused' });
    const keyless = { ...subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' }, language: 'en' };
    expect(await driver.call('subscribePush', { body: keyless })).toMatchObject({ code: 'push_keys_invalid' });
  });
});

describe('a busy station', () => {
  const STATION = { property_id: 'test-station' };

  test('is announced once when it is free, to each driver who waits for a plug of that kind; a free one cannot be watched', async () => {
    const [driver, other] = [await stack.driver('9100000011', 500), await stack.driver('9100000012', 0)];
    expect(await driver.call('setStationWatch', { body: { ...STATION, status: true } })).toMatchObject({
      code: 'station_free_now',
    });
    const phone = await subscribe(driver);
    const others = await stack.driver('9100000016', 0);
    // No plug of this kind is free.
    await others.ask('setStationWatch', { body: { ...STATION, status: true, connector_types: ['CHAdeMO'] } });
    fast.drop();
    await time.advance(1_000);
    expect((await driver.ask('getCharger', { query: STATION })).property.connectors_free).toBe(0);
    await driver.ask('setStationWatch', { body: { ...STATION, status: true, connector_types: ['CCS2', 'CHAdeMO'] } });
    await other.ask('setStationWatch', { body: { ...STATION, status: true } });
    await other.ask('setStationWatch', { body: { ...STATION, status: false } });
    expect((await driver.ask('getStationWatch', { query: STATION })).until).toMatch(/Z$/);
    await fast.connect();
    expect(await time.until(phone.sees(1))).toMatchObject({
      title: 'A charger is free',
      body: 'Test Station has a free charger now.',
      target: { screen: 'station', property_id: 'test-station' },
    });
    expect((await driver.ask('getStationWatch', { query: STATION })).until).toBeNull();
    expect([await listed(other), await listed(others)]).toEqual([[], []]);
    expect((await others.ask('getStationWatch', { query: STATION })).until).toMatch(/Z$/);
  });
});

test('is announced also when a whole network comes back online with it', async () => {
  const { database } = stack.app;
  await database.$client.query(
    `insert into stations (id, name, address, city, state, latitude, longitude, access, import_hash, imported_at)
     values ('watched', 'Watched', 'A road', 'A city', 'A state', 13, 77, 'public', 'x', now())`,
  );
  const driver = await stack.driver('9100000015', 0);
  await driver.ask('setStationWatch', { body: { property_id: 'watched', status: true } });
  const asked: string[] = [];
  const name = async (id: string) => String(asked.push(id));
  const nobodyAsks = () => Promise.reject(new Error('Nobody asks.'));
  const push = {
    createKeys: () => ({ publicKey: '', privateKey: '' }),
    isAllowed: () => false,
    areKeysValid: () => false,
  };
  const events = createEvents({ log: testLog });
  createNotifications({
    database,
    clock,
    log: testLog,
    push: { ...push, send: nobodyAsks },
    keys: undefined,
    network: { getStationName: name },
    discovery: { getStationWithChargePoints: nobodyAsks, listFreeTypesAt: nobodyAsks },
    events,
    wallet: { readBalance: async () => ({ freePaise: 0, heldPaise: 0 }) },
  });
  const ids = ['watched', ...Array.from({ length: 70_000 }, (_, index) => `network-${index}`)];
  const plugs_free = [{ type: 'CCS2', free: 1 }];
  const free = { active_charger: 1, online_charger: 1, connectors_free: 1, plugs_free, status: 1 } as const;
  events.notify(
    stationsChanged,
    ids.map((property_id) => ({ property_id, ...free })),
  );
  await time.settled();
  expect(await listed(driver)).toMatchObject([{ kind: 'station_free' }]);
  expect(asked).toEqual(['watched']);
});

test('is one of at most twenty that a driver watches, also when requesting many at once, and another may follow once one is cancelled', async () => {
  await stack.app.database.$client.query(
    `insert into stations (id, name, address, city, state, latitude, longitude, access, import_hash, imported_at)
     select 'quiet-' || i, 'Quiet ' || i, 'A road', 'A city', 'A state', 13, 77, 'public', 'x', now()
     from generate_series(1, 25) i`,
  );
  const driver = await stack.driver('9100000014', 0);
  const watch = (number: number, status = true) =>
    driver.call('setStationWatch', { body: { property_id: `quiet-${number}`, status } });
  const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => watch(index + 1)));
  const refused = answers.filter((answer) => !answer.success);
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({ code: 'watch_limit', message: expect.stringContaining('20 stations') });
  const [taken, missed] = [true, false].map((one) => answers.findIndex(({ success }) => success === one) + 1);
  expect(await watch(taken ?? 0)).toMatchObject({ success: true });
  await watch(taken ?? 0, false);
  expect(await watch(missed ?? 0)).toMatchObject({ success: true });
  // The job asks for all of them at once.
  const { database, modules } = stack.app;
  expect(await countStatements(database, () => true, modules.notifications.checkWatches)).toBeLessThan(10);
});

async function signInAgain(mobile: string): Promise<Client> {
  const client = createClient(stack.url);
  await stack.app.database.$client.query("update one_time_codes set sent_at = sent_at - interval '1 minute'");
  await client.ask('login', { body: { mobile_no: mobile } });
  const [message] = await client.ask('demoMessages', { query: { mobile } });
  const { user } = await client.ask('verifyOtp', { body: { mobile_no: mobile, req_otp: message?.code ?? '' } });
  client.token = user.token;
  return client;
}

async function subscriptionsOf({ subscription }: Device): Promise<number> {
  const { rows } = await stack.app.database.$client.query<{ total: number }>(
    'select count(*)::int as total from push_subscriptions where endpoint = $1',
    [subscription.endpoint],
  );
  return rows[0]?.total ?? 0;
}

import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { startOn } from '#testing/bare-transaction.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { countLockWaits } from '#testing/database.ts';
import { timedApp } from '#testing/manual-time.ts';
import { staffOf } from '#testing/staff.ts';
import { sessionsCheck } from '../index.ts';

/** Charge points that are reserved as a whole (connector 0) and never tell which reservation a start uses up. */

const stack = await timedApp();
const { clock, time } = stack;
const { database } = stack.app;
type Driver = Awaited<ReturnType<typeof stack.driver>>;

let staff: Awaited<ReturnType<typeof staffOf>>;
let number = 0;
beforeEach(async () => {
  number += 1;
  staff = await staffOf(stack, 'operations', { email: `whole-${number}@bijli.example` });
});
const open: BareChargePoint[] = [];
afterEach(async () => {
  for (const chargePoint of open.splice(0)) await chargePoint.close();
  await stack.switchOff();
  await database.$client.query('delete from charger_holdings');
  expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
});

async function driverWith(card: string): Promise<Driver> {
  const driver = await stack.driver(
    `94510${String(number).padStart(2, '0')}${String(card.length).padStart(3, '0')}`,
    500,
  );
  await driver.ask('addCard', { body: { number: card, name: 'Card' } });
  return driver;
}

/** A charge point whose free connectors are all reserved as one for a tag, and what is done there by hand. */
async function reservedWhole(charger_id: string, connectors: number[], idTag: string) {
  const url = `${stack.url.replace('http', 'ws')}/ocpp/${charger_id}`;
  const chargePoint = await new BareChargePoint(url, { password: `secret-${charger_id}` }).open();
  open.push(chargePoint);
  const says = (connectorId: number, status: string) =>
    chargePoint.call('StatusNotification', { connectorId, status, errorCode: 'NoError' });
  for (const connector of connectors) await says(connector, 'Available');
  let reservations = 0;
  async function reserve(tag: string, fields: { connectorId?: number; expiryDate?: string } = {}): Promise<void> {
    const expiryDate = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    const reserving = staff.ask('commandCharger', {
      params: { charger_id },
      query: { wait: '10' },
      body: { operation: 'ReserveNow', payload: { connectorId: 0, idTag: tag, expiryDate, ...fields } },
    });
    reservations += 1;
    const { id } = await time.until(chargePoint.wasAsked('ReserveNow', reservations));
    chargePoint.say([3, id, { status: 'Accepted' }]);
    await time.until(reserving);
  }
  await reserve(idTag);
  let starts = 0;
  return {
    says,
    reserve,
    /** What a driver finds there. */
    async seenBy(driver: Driver) {
      const { chargers, property } = await driver.ask('getCharger', { query: { property_id: 'test-station' } });
      const statuses = chargers.find((one) => one.charger_id === charger_id)?.connectors.map(({ status }) => status);
      return { statuses, active: property.active_charger };
    },
    ask: (driver: Driver, connector: number) => driver.call('remoteStart', { body: startOn(charger_id, connector, 5) }),
    /** A driver asks in the app, and the charge point answers; answers the tag that it was asked with. */
    async asked(driver: Driver, connector: number, status = 'Accepted'): Promise<string> {
      const answer = driver.call('remoteStart', { body: startOn(charger_id, connector, 5) });
      starts += 1;
      const asked = await time.until(chargePoint.wasAsked('RemoteStartTransaction', starts));
      chargePoint.say([3, asked.id, { status }]);
      expect(await time.until(answer)).toMatchObject({ success: status === 'Accepted' });
      return (asked.payload as { idTag: string }).idTag;
    },
    async begins(connectorId: number, tag: string, since = clock.now()) {
      const start = { connectorId, idTag: tag, meterStart: 0, timestamp: since.toISOString() };
      return (await chargePoint.call('StartTransaction', start))[2] as {
        transactionId: number;
        idTagInfo: { status: string };
      };
    },
    async ends(connectorId: number, transactionId: number) {
      await chargePoint.call('StopTransaction', { transactionId, meterStop: 0, timestamp: clock.now().toISOString() });
      await says(connectorId, 'Available');
    },
    wasAsked: chargePoint.wasAsked.bind(chargePoint),
    answer: (id: string) => chargePoint.say([3, id, { status: 'Accepted' }]),
  };
}

/** The station as lists and the map show it, once reservations have been looked at and what has changed is counted. */
async function listed(driver: Driver) {
  await stack.app.modules.availability.checkTaken();
  await time.advance(SECOND_MS);
  const { properties } = await driver.ask('chargingStation', { query: {} });
  return properties.find(({ id }) => id === 'test-station');
}

const held = async () =>
  (await database.$client.query("select key from charger_holdings where what = 'reservation'")).rows;

test('once the holder starts, no other connector is kept free, and a card that was accepted in the app begins; the start ends the reservation [OCPP-23]', async () => {
  const [holder, guest, stranger] = [
    await driverWith('WHOLE'),
    await driverWith('GUEST-CARD'),
    await driverWith('OTHER-CARDS'),
  ];
  const at = await reservedWhole('FAST-1', [1, 2], 'WHOLE');
  await at.asked(guest, 1);
  // A start that fails uses nothing up.
  expect(await at.asked(holder, 2, 'Rejected')).toBe('WHOLE');
  expect(await time.until(at.ask(stranger, 2))).toMatchObject({ code: 'connector_busy' });
  await at.asked(holder, 2);
  const guests = await at.begins(1, 'GUEST-CARD');
  expect(guests.idTagInfo.status).toBe('Accepted');
  const { transaction } = await guest.ask('getOngoingCharging', { body: {} });
  expect(transaction).toMatchObject({ units_bought: 5 });
  expect(await held()).toHaveLength(1);
  const holders = await at.begins(2, 'WHOLE');
  expect([holders.idTagInfo.status, await held()]).toEqual(['Accepted', []]);
  await at.says(2, 'Charging');
  await at.ends(1, guests.transactionId);
  expect((await at.seenBy(stranger)).statuses).toEqual(['available', 'charging']);
  const tag = await at.asked(stranger, 1);
  const strangers = await at.begins(1, tag);
  expect(strangers.idTagInfo.status).toBe('Accepted');
  await at.ends(1, strangers.transactionId);
  await at.ends(2, holders.transactionId);
});

test('a start that was requested before the reservation uses it up, and its repetition uses up none that was made since', async () => {
  const holder = await driverWith('EARLY-CARD');
  const at = await reservedWhole('FAST-1', [1, 2], 'SOMEBODY-ELSE');
  const tag = await at.asked(holder, 1);
  await time.advance(SECOND_MS);
  await at.reserve('EARLY-CARD');
  await time.advance(SECOND_MS);
  const began = clock.now();
  const { transactionId } = await at.begins(1, tag);
  expect(await held()).toHaveLength(1);
  await time.advance(SECOND_MS);
  await at.reserve('EARLY-CARD');
  expect((await at.begins(1, tag, began)).transactionId).toBe(transactionId);
  expect(await held()).toHaveLength(2);
  await at.ends(1, transactionId);
});

test('the only connector is reserved for its holder, whether the charge point shows it or not; the station’s counts say so too [OCPP-23]', async () => {
  const [holder, stranger] = [await driverWith('SINGLE'), await driverWith('NOT-SINGLE')];
  const at = await reservedWhole('SLOW-1', [1], 'SINGLE');
  for (const status of ['Available', 'Reserved']) {
    await at.says(1, status);
    expect(await listed(stranger)).toMatchObject({ connectors_free: 0, active_charger: 0, status: 0 });
    const free = await stack.app.modules.discovery.listFreeTypesAt(['test-station']);
    expect([...free]).toEqual([]);
    expect(await at.seenBy(holder)).toEqual({ statuses: ['available'], active: 1 });
    expect(await at.seenBy(stranger)).toEqual({ statuses: ['unavailable'], active: 0 });
    expect(await time.until(at.ask(stranger, 1))).toMatchObject({ code: 'connector_busy' });
    expect((await at.begins(1, 'NOT-SINGLE')).idTagInfo.status).toBe('Invalid');
  }
  expect(await at.asked(holder, 1)).toBe('SINGLE');
  const { transactionId } = await at.begins(1, 'SINGLE');
  expect(await held()).toEqual([]);
  await at.ends(1, transactionId);
  expect((await at.seenBy(stranger)).statuses).toEqual(['available']);
  expect(await listed(stranger)).toMatchObject({ connectors_free: 1, active_charger: 1, status: 1 });
});

test('a list counts reserved connectors as taken until the reservation ends', async () => {
  const stranger = await driverWith('NOBODYS-CARD');
  await reservedWhole('FAST-1', [1, 2], 'SOMEBODYS');
  expect(await listed(stranger)).toMatchObject({ connectors_free: 1, active_charger: 1 });
  const until = JSON.stringify(clock.now());
  await database.$client.query("update charger_holdings set value = jsonb_set(value, '{expiryDate}', $1)", [until]);
  expect(await listed(stranger)).toMatchObject({ connectors_free: 2, active_charger: 1 });
});

test('an end with an offset or a number that the database cannot read disturbs nothing; an unreadable reservation is deleted', async () => {
  const stranger = await driverWith('ODD-ONES');
  const at = await reservedWhole('FAST-1', [1, 2], 'SOMEBODYS');
  await at.reserve('FAR-OFF', { connectorId: 5_000_000_000 });
  expect(await listed(stranger)).toMatchObject({ connectors_free: 1, active_charger: 1 });
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
  await at.reserve('EAST', { expiryDate: inHours(21).replace('Z', '+20:00') });
  expect(await listed(stranger)).toMatchObject({ connectors_free: 0 });
  const free = await stack.app.modules.discovery.listFreeTypesAt(['test-station']);
  expect([...free]).toEqual([]);
  for (const status of ['Reserved', 'Available']) await at.says(1, status);
  expect(await held()).toHaveLength(3);
  await at.reserve('OVER', { expiryDate: inHours(19).replace('Z', '+20:00') });
  await database.$client.query(
    `insert into charger_holdings values ('FAST-1', 'reservation', 'odd', '{"expiryDate": "soon"}', now())`,
  );
  expect(await listed(stranger)).toMatchObject({ connectors_free: 0 });
  expect(await held()).toHaveLength(5);
  await stack.app.modules.commands.purgeExpired();
  expect(await held()).toHaveLength(3);
});

test('a start in the app and one with the same driver’s card lock in the same order', async () => {
  const driver = await driverWith('TWO-WAYS');
  const at = await reservedWhole('FAST-1', [1, 2], 'SOMEBODY');
  const client = await database.$client.connect();
  const waiting = () => countLockWaits(database.$client);
  await client.query('begin');
  await client.query('select 1 from charger_holdings for update');
  const inApp = at.ask(driver, 1);
  await expect.poll(waiting).toBe(1);
  const byCard = at.begins(1, 'TWO-WAYS');
  await expect.poll(waiting).toBe(2);
  await client.query('rollback');
  client.release();
  const { transactionId, idTagInfo } = await byCard;
  expect(idTagInfo.status).toBe('Accepted');
  at.answer((await at.wasAsked('RemoteStartTransaction')).id);
  expect(await inApp).toMatchObject({ success: true });
  await at.ends(1, transactionId);
});

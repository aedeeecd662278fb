import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import { pageOf } from '#db/pagination.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { en } from '#kernel/messages/en.ts';
import { getHomeSupplier, listInvoicesOf } from '#modules/invoices/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { sessionsFixture, PLACE, type Begun } from '#testing/sessions-fixture.ts';
import { SUPPLIER } from '#testing/supplier.ts';
import { paymentDetails } from '../history/payment-details.ts';
import { SESSION_RULES, type Sessions } from '../index.ts';
import { sessionsCheck } from '../ledger-check.store.ts';
import { liveMeterValueOf } from '../socket-events.ts';
import { listDisputes } from './disputes.store.ts';
import { settleSession } from './settlement.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, server, begun, metered, stopped } = fixture;
afterAll(() => fixture.close());

/** 5 units at 15 rupees and 18 % are held; these are the 5.1 that may be billed at most. */
const MAX_PAISE = 9028;

let next = 0;
const driver = () => fixture.driver(`93100000${String((next += 1)).padStart(2, '0')}`, 1_000_000);
const disputesOf = async ({ bookingId }: Begun) =>
  (await listDisputes(database, { includesResolved: false }, pageOf({}))).rows
    .filter((dispute) => dispute.bookingId === bookingId)
    .map(({ cause, energyWh }) => [cause, energyWh])
    .toSorted();
/** Of another state than the station, which is in Karnataka. */
const sessionOf = (sessions: Sessions, { driverId, bookingId }: Begun) => sessions.findOfDriver(driverId, bookingId);
const spent = async ({ driverId }: Begun) => {
  const { freePaise, heldPaise } = await wallet.readBalance(database, driverId);
  return { spentPaise: 1_000_000 - freePaise - heldPaise, heldPaise };
};
const read = (secondsAgo: number, registerWh: number, context = 'Sample.Periodic'): MeterReading => ({
  at: new Date(clock.now().getTime() - secondsAgo * 1000),
  context,
  registerWh,
});

test('one StopTransaction with 4,000 readings a millisecond apart bills the purchase plus 2 %, and the rest is disputed', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(10_000);
  const readings = Array.from({ length: 4000 }, (_, index) => read(5 - index / 1000, 1000 + (index + 1) * 136));
  await stopped(sessions, running, 545_000, readings);
  expect(await spent(running)).toEqual({ spentPaise: expect.any(Number), heldPaise: 0 });
  expect((await spent(running)).spentPaise).toBeLessThanOrEqual(MAX_PAISE);
  // 240 kW explain 833 Wh in ten seconds.
  expect(await sessionOf(sessions, running)).toMatchObject({
    energyWh: 833,
    disputedWh: 543_167,
    isMeterSuspect: true,
  });
  expect(await disputesOf(running)).toEqual([['suspect_meter', 543_167]]);
  await sessions.close();
});

test('a charge point that does not stop bills the purchase plus 2 %, however much is free in the wallet [OCPP-16, TAX-2]', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(60 * MINUTE_MS);
  await stopped(sessions, running, 101_000);
  expect(await spent(running)).toEqual({ spentPaise: MAX_PAISE, heldPaise: 0 });
  expect(await sessionOf(sessions, running)).toMatchObject({
    energyWh: 5100,
    disputedWh: 94_900,
    isMeterSuspect: false,
  });
  expect(await disputesOf(running)).toEqual([['beyond_bound', 94_900]]);
  const invoice = await paymentDetails(fixture.history, running.driverId, running.bookingId, en);
  expect(invoice).toMatchObject({ units_consumed: 5.1, units_not_billed: 94.9 });
  // 9 % of 76.50 are 6.885.
  expect(invoice).toMatchObject({ amount: 76.5, cgst: 6.89, sgst: 6.89, total_amount: 90.28 });
  expect(invoice).not.toHaveProperty('meter_suspect');
  expect(await listInvoicesOf(database, running.bookingId)).toMatchObject([
    { energyWh: 5100, taxablePaise: 7650, cgstPaise: 689, sgstPaise: 689, totalPaise: MAX_PAISE },
  ]);
  await sessions.close();
});

test('the late StopTransaction of a session that was closed without it bills no more than that either, on a document of its own [OCPP-14, OCPP-16, TAX-20]', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(MINUTE_MS);
  await metered(sessions, running, 3000);
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  expect(await spent(running)).toEqual({ spentPaise: 3540, heldPaise: 0 });
  await stopped(sessions, running, 901_000);
  expect(await spent(running)).toEqual({ spentPaise: MAX_PAISE, heldPaise: 0 });
  expect(await disputesOf(running)).toEqual([['beyond_bound', 894_900]]);
  const { tax } = await paymentDetails(fixture.history, running.driverId, running.bookingId, en);
  const document = { number: expect.stringMatching(/^EV29\//), issued_on: expect.any(String), tax_code: '998714' };
  expect(tax).toEqual({
    supplier: SUPPLIER,
    place_of_supply: 'Karnataka',
    gst_percent: 18,
    documents: [
      { ...document, kind: 'invoice', units: 2, amount: 30, cgst: 2.7, sgst: 2.7, total_amount: 35.4 },
      { ...document, kind: 'supplement', units: 3.1, amount: 46.5, cgst: 4.19, sgst: 4.19, total_amount: 54.88 },
    ],
  });
  await sessions.close();
});

test('a late StopTransaction that changes the energy but no money is accepted', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  const { bookingId } = running;
  await database.execute(sql`update charging_sessions set price_paise_per_kwh = 0 where booking_id = ${bookingId}`);
  clock.advance(MINUTE_MS);
  await metered(sessions, running, 3000);
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  await stopped(sessions, running, 3500);
  expect(await sessionOf(sessions, running)).toMatchObject({ isProvisional: false, energyWh: 2500 });
  expect(await spent(running)).toEqual({ spentPaise: 0, heldPaise: 0 });
  const documents = await listInvoicesOf(database, bookingId);
  expect(documents.map(({ kind, energyWh, totalPaise }) => [kind, energyWh, totalPaise])).toEqual([
    ['invoice', 2000, 0],
    ['supplement', 500, 0],
  ]);
  await sessions.close();
});

test('a session that is closed before its meter reported anything costs nothing and has no document; its late StopTransaction makes the first', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  expect(await sessionOf(sessions, running)).toMatchObject({ isProvisional: true, energyWh: 0, disputedWh: 0 });
  expect(await spent(running)).toEqual({ spentPaise: 0, heldPaise: 0 });
  expect(await listInvoicesOf(database, running.bookingId)).toEqual([]);
  await stopped(sessions, running, 3000);
  expect(await spent(running)).toEqual({ spentPaise: 3540, heldPaise: 0 });
  const documents = await listInvoicesOf(database, running.bookingId);
  expect(documents).toMatchObject([{ series: 'EV29', kind: 'invoice', energyWh: 2000, totalPaise: 3540 }]);
  await sessions.close();
});

test('a session that has not begun is not settled', async () => {
  const sessions = server();
  const driverId = await driver();
  const { bookingId } = await fixture.asked(sessions, driverId);
  const session = await sessions.findOfDriver(driverId, bookingId);
  if (!session) throw new Error('The charge is gone.');
  const ending = { registerWh: 2000, endedAt: clock.now(), reason: 'Local', isProvisional: false, now: clock.now() };
  const settled = database.transaction(async (tx) =>
    settleSession(tx, wallet, session, { ratedW: 240_000, supplier: await getHomeSupplier(tx) }, ending),
  );
  await expect(settled).rejects.toThrow(`The session ${bookingId} has not begun.`);
  await sessions.stop(driverId, bookingId);
  await sessions.close();
});

test('the battery levels at start and end are known even if only StopTransaction reports them', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(5 * MINUTE_MS);
  const known = ([secondsAgo, soc]: [number, number]) => ({ ...read(secondsAgo, 1400 - secondsAgo), soc });
  const full = (
    [
      [180, 20],
      [120, 40],
      [60, 60],
    ] as [number, number][]
  ).map(known);
  const readings = [read(240, 1160), ...full, read(0, 1400)];
  await stopped(sessions, running, 1400, readings);
  expect(await sessionOf(sessions, running)).toMatchObject({ socStart: 20, lastSoc: 60, energyWh: 400 });
  await sessions.close();
});

test('the running figure on the driver’s screen never exceeds the limit of the bill [ENTITY-13]', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(60 * MINUTE_MS);
  await metered(sessions, running, 9000);
  const live = sessions.findLive(running.driverId, running.bookingId);
  expect(live).toMatchObject({ meter: { delivered: { energyWh: 8000 } } });
  expect(live && liveMeterValueOf(live)).toMatchObject({ unit: 5.1, amount: MAX_PAISE / 100 });
  await stopped(sessions, running, 9000);
  await sessions.close();
});

test('a stop without a register ends the session by its samples; a repeat changes nothing', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(MINUTE_MS);
  await metered(sessions, running, 3000);
  const now = { at: clock.now(), receivedAt: clock.now() };
  const stop = { chargePointId: PLACE.chargePointId, transactionId: running.transactionId, readings: [], ...now };
  await sessions.stopped({ ...stop, meterStopWh: undefined, reason: 'EVDisconnected' });
  const ended = { state: 'completed', energyWh: 2000, endReason: 'EVDisconnected', isProvisional: false };
  expect(await sessionOf(sessions, running)).toMatchObject(ended);
  await sessions.stopped({ ...stop, meterStopWh: undefined });
  expect(await sessionOf(sessions, running)).toMatchObject(ended);
  expect(await spent(running)).toEqual({ spentPaise: 3540, heldPaise: 0 });
  await sessions.close();
});

test('a charge point that sends one message for each measurand is billed by its samples if its stop is lost', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(MINUTE_MS);
  const report = { ...PLACE, transactionId: running.transactionId, receivedAt: clock.now(), raw: '{}' };
  const { at, context, registerWh } = read(0, 3000);
  await sessions.metered({ ...report, readings: [{ at, context, soc: 55 }] });
  await sessions.metered({ ...report, readings: [{ at, context, registerWh }] });
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  expect(await sessionOf(sessions, running)).toMatchObject({ state: 'completed', energyWh: 2000, lastSoc: 55 });
  await sessions.close();
});

test('the main meter of a charge point counts for no session whose own connector is metered, whatever transaction it names', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  const { transactionId } = running;
  const told = (connector: number, registerWh: number) => {
    clock.advance(MINUTE_MS);
    const readings = [read(0, registerWh)];
    return sessions.metered({ ...PLACE, connector, transactionId, readings, receivedAt: clock.now(), raw: '{}' });
  };
  // Charge points with a single outlet call it 0.
  await told(0, 1100);
  await told(PLACE.connector, 1200);
  for (const registerWh of [3000, 4000, 5000]) await told(0, registerWh);
  await told(PLACE.connector, 1300);
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  expect(await sessionOf(sessions, running)).toMatchObject({ state: 'completed', energyWh: 300 });
  await sessions.close();
});

test('a charge point that reports its register as connector 0 and the rest as its connector is billed by that register', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  const report = { ...PLACE, transactionId: running.transactionId, raw: '{}' };
  for (const registerWh of [1500, 2000]) {
    clock.advance(MINUTE_MS);
    const { at, context } = read(0, registerWh);
    const receivedAt = clock.now();
    await sessions.metered({ ...report, readings: [{ at, context, soc: 40, powerW: 30_000 }], receivedAt });
    await sessions.metered({ ...report, connector: 0, readings: [{ at, context, registerWh }], receivedAt });
  }
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  expect(await sessionOf(sessions, running)).toMatchObject({ state: 'completed', energyWh: 1000 });
  await sessions.close();
});

test('samples with a transaction id that we cannot have issued belong to the connector that they name', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(MINUTE_MS);
  await metered(sessions, { ...running, transactionId: 7 }, 1700);
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  expect(await sessionOf(sessions, running)).toMatchObject({ state: 'completed', energyWh: 700 });
  await sessions.close();
});

test('a connector that is removed from the network during a session keeps its power for the bill', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  await database.execute(sql`update connectors set max_w = 0 where charger_id = ${PLACE.chargePointId}`);
  clock.advance(10_000);
  await stopped(sessions, running, 3000);
  await database.execute(sql`update connectors set max_w = 240000 where charger_id = ${PLACE.chargePointId}`);
  expect(await sessionOf(sessions, running)).toMatchObject({ ratedW: 240_000, energyWh: 833, disputedWh: 1167 });
  await sessions.close();
});

test('a charge point whose clock samples have no transaction, and whose first sample is stamped with the start of its interval, is billed by its registers', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  const unnamed = (registerWh: number, secondsAgo = 0) =>
    sessions.metered({
      ...PLACE,
      readings: [read(secondsAgo, registerWh, 'Sample.Clock')],
      receivedAt: clock.now(),
      raw: '{}',
    });
  const named = (registerWh: number, secondsAgo = 0) =>
    sessions.metered({
      ...PLACE,
      transactionId: running.transactionId,
      readings: [read(secondsAgo, registerWh)],
      receivedAt: clock.now(),
      raw: '{}',
    });
  // Of the minute before the session, told during it.
  await unnamed(400, 60);
  clock.advance(MINUTE_MS);
  await unnamed(1077);
  clock.advance(35_000);
  await named(1182, MINUTE_MS / 1000);
  for (const registerWh of [1185, 1259, 1336]) {
    clock.advance(MINUTE_MS);
    await named(registerWh);
  }
  expect(sessions.findLive(running.driverId, running.bookingId)).toMatchObject({
    meter: { delivered: { energyWh: 336 } },
  });
  await stopped(sessions, running, 1450);
  expect(await sessionOf(sessions, running)).toMatchObject({ energyWh: 450, disputedWh: 0, isMeterSuspect: false });
  expect(await disputesOf(running)).toEqual([]);
  await sessions.close();
});

test('samples without a transaction that are lower than the start are no restart unless the charge point has booted', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  const unnamed = async (...registers: number[]) => {
    for (const registerWh of registers) {
      clock.advance(MINUTE_MS);
      const readings = [read(0, registerWh)];
      await sessions.metered({ ...PLACE, readings, receivedAt: clock.now(), raw: '{}' });
    }
    return sessions.findLive(running.driverId, running.bookingId)?.meter.delivered.energyWh;
  };
  expect(await unnamed(1500, 100, 200, 300)).toBe(500);
  await sessions.booted(PLACE);
  expect(await unnamed(400, 450)).toBe(950);
  await stopped(sessions, running, 460);
  expect(await sessionOf(sessions, running)).toMatchObject({ energyWh: 960, disputedWh: 0, isMeterSuspect: false });
  await sessions.close();
});

test('a boot that is reported after the readings that it explains makes the session be counted again', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  for (const registerWh of [2500, 200, 700]) {
    clock.advance(MINUTE_MS);
    await metered(sessions, running, registerWh);
  }
  const live = () => sessions.findLive(running.driverId, running.bookingId)?.meter.delivered;
  expect(live()).toMatchObject({ energyWh: 2000, isSuspect: true });
  await sessions.booted(PLACE);
  expect(live()).toMatchObject({ energyWh: 2200, isSuspect: false });
  await stopped(sessions, running, 900);
  expect(await sessionOf(sessions, running)).toMatchObject({ energyWh: 2400, isMeterSuspect: false });
  await sessions.close();
});

test('samples that arrive long after later ones are sorted in, also after a restart of the server', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(60 * MINUTE_MS);
  for (let minute = 30; minute > 0; minute -= 1) {
    const readings = [read(minute * 60, 3000 - minute)];
    const { transactionId } = running;
    await sessions.metered({ ...PLACE, transactionId, readings, receivedAt: clock.now(), raw: '{}' });
  }
  // A restart that only samples tell of which come when thirty later ones have come.
  for (const [minutesAgo, registerWh] of [
    [40, 500],
    [45, 400],
    [50, 3500],
  ] as const) {
    const readings = [read(minutesAgo * 60, registerWh)];
    const { transactionId } = running;
    await sessions.metered({ ...PLACE, transactionId, readings, receivedAt: clock.now(), raw: '{}' });
  }
  clock.advance(MINUTE_MS);
  await sessions.checkSessions();
  const live = sessions.findLive(running.driverId, running.bookingId)?.meter.delivered;
  await sessions.close();
  const after = server();
  await after.resume();
  const anew = after.findLive(running.driverId, running.bookingId)?.meter.delivered;
  expect(live).toMatchObject({ energyWh: anew?.energyWh, isSuspect: anew?.isSuspect, needsRecount: false });
  expect(live?.energyWh).toBe(2500 + 2999 - 400);
  await stopped(after, running, 3010);
  await after.close();
});

test('samples that a clock of whole minutes gives the same time are all counted, and a repeat once', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  clock.advance(MINUTE_MS);
  const { transactionId } = running;
  const sampled = (...registers: number[]) => {
    const readings = registers.map((registerWh) => read(0, registerWh));
    return sessions.metered({ ...PLACE, transactionId, readings, receivedAt: clock.now(), raw: '{}' });
  };
  await sampled(1200, 1300);
  await sampled(1400);
  await sampled(1400);
  await sampled(1300);
  expect(sessions.findLive(running.driverId, running.bookingId)).toMatchObject({
    meter: { delivered: { energyWh: 400 } },
  });
  const stored = sql`select count(*)::int as count from meter_samples where transaction_id = ${transactionId}`;
  expect((await database.execute(stored)).rows).toEqual([{ count: 3 }]);
  await stopped(sessions, running, 1400);
  await sessions.close();
});

test('energy that was not billed because the meter cannot be believed is recorded until a later report explains it', async () => {
  const sessions = server();
  const running = await begun(sessions, await driver());
  for (const registerWh of [1500, 900_000]) {
    clock.advance(MINUTE_MS);
    await metered(sessions, running, registerWh);
  }
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  expect(await sessionOf(sessions, running)).toMatchObject({
    energyWh: 500,
    disputedWh: 898_500,
    isMeterSuspect: true,
  });
  expect(await disputesOf(running)).toEqual([['suspect_meter', 898_500]]);
  await stopped(sessions, running, 1600);
  expect(await sessionOf(sessions, running)).toMatchObject({ energyWh: 600, disputedWh: 0, isMeterSuspect: false });
  expect(await disputesOf(running)).toEqual([]);
  await sessions.close();
});

/** After all of that the ledger is clean, and no hold is left. */
afterAll(async () => {
  expect(await listLedgerProblems(database, [sessionsCheck])).toEqual([]);
});

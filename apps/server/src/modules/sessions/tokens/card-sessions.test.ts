import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { affordableWh, chargePrice } from '@bijli/contract/charge-estimate';
import { pageOf } from '#db/pagination.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { blockToken, createCards } from '#modules/tokens/index.ts';
import { creditTopUp } from '#modules/wallet/credit.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { PLACE, sessionsFixture } from '#testing/sessions-fixture.ts';
import type { StartReport } from '../charge-points.ts';
import { cardRejected, SESSION_RULES, sessionsCheck, type CardRejected, type Sessions } from '../index.ts';
import type { Session } from '../sessions.store.ts';
import { sessions } from '../sessions.tables.ts';
import { listDisputes } from '../settling/disputes.store.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, says, link, published, sent } = fixture;
const cards = createCards(fixture);
const rejected: CardRejected[] = [];
fixture.events.on(cardRejected, async (_, one) => void rejected.push(one));
afterAll(() => fixture.close());

/** 15 rupees before 18 %. */
const PRICE = 1500;

let server: Sessions;
let driverId = 0;
let card = '';
let number = 0;

/** Each test has a driver with 500 rupees and a card, before a connector that nobody charges at. */
beforeEach(async () => {
  server = fixture.server();
  number += 1;
  [driverId, card] = await driverWithCard(50_000);
  await link(server, 'back');
  await fixture.reports(server, says('Available'));
  published.length = sent.length = rejected.length = fixture.askedToStop.length = 0;
  return async () => {
    clock.advance(SESSION_RULES.noSampleMs);
    await server.checkSessions();
    await server.close();
    expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
  };
});

let mobile = 9_470_000_000;
async function driverWithCard(paise: number): Promise<[number, string]> {
  mobile += 1;
  const id = await fixture.driver(String(mobile), paise);
  const idTag = `04A2${String(mobile).slice(2)}AB`;
  await cards.addCard(id, { number: idTag, name: 'Blue card' });
  return [id, idTag];
}

const start = (more: Partial<StartReport> = {}): StartReport => ({
  ...PLACE,
  idTag: card,
  meterStartWh: number * 100_000,
  at: clock.now(),
  receivedAt: clock.now(),
  ...more,
});

async function begun(more: Partial<StartReport> = {}) {
  const { transactionId, status } = await server.started(start(more));
  expect(status).toBe('Accepted');
  return { driverId, bookingId: '', transactionId };
}

const all = (id = driverId): Promise<Session[]> =>
  database.select().from(sessions).where(eq(sessions.driverId, id)).orderBy(sessions.transactionId);
async function only(): Promise<Session> {
  const rows = await all();
  expect(rows).toHaveLength(1);
  return rows[0] ?? expect.unreachable();
}
const balance = (id = driverId) => wallet.readBalance(database, id);
let topUps = 0;
const topUp = (paise: number) =>
  database.transaction((tx) =>
    creditTopUp(
      tx,
      {
        driverId,
        provider: 'phonepe',
        providerPaymentId: `OM-${card}-${(topUps += 1)}`,
        txnId: `T-${card}-${topUps}`,
        amountPaise: paise,
      },
      clock.now(),
    ),
  );
const disputesOf = async (transactionId: number) =>
  (await listDisputes(database, { includesResolved: true }, pageOf({}))).rows.filter(
    (one) => one.transactionId === transactionId,
  );

describe('a start with a driver’s card', () => {
  test('is held and billed from the wallet like one of the app, and is on the driver’s screens at once [OCPP-20]', async () => {
    const one = await begun();
    const boughtWh = affordableWh(40_000, PRICE, 50_000);
    const { totalPaise: holdPaise } = chargePrice(boughtWh, PRICE);
    const session = await only();
    expect(session).toMatchObject({ state: 'charging', startedByTag: card, oneTimeTag: null, boughtWh, holdPaise });
    expect(await balance()).toEqual({ freePaise: 50_000 - holdPaise, heldPaise: holdPaise });
    expect(published).toMatchObject([{ kind: 'started', cardName: 'Blue card', bookingId: session.bookingId }]);
    expect(sent).toContainEqual({ driverId, event: 'charge_begun' });
    expect(await server.listOpenOfDriver(driverId)).toHaveLength(1);
    clock.advance(10 * MINUTE_MS);
    await fixture.metered(server, one, number * 100_000 + 2000);
    await fixture.stopped(server, one, number * 100_000 + 2000);
    const { totalPaise } = chargePrice(2000, PRICE);
    expect(await balance()).toEqual({ freePaise: 50_000 - totalPaise, heldPaise: 0 });
    // Ended at the charge point, as the driver wanted.
    expect(published.at(-1)).toMatchObject({ kind: 'ended', energyWh: 2000, paise: totalPaise, isEarly: false });
  });

  test('that is repeated, also to a restarted server, holds once [OCPP-20]', async () => {
    const report = start();
    const first = await server.started(report);
    // The charge point keeps what it was told last: for a day.
    expect(first).toMatchObject({ status: 'Accepted', expiresAt: new Date(clock.now().getTime() + DAY_MS) });
    const held = await balance();
    await server.close();
    server = fixture.server();
    await server.resume();
    await link(server, 'back');
    const again = await server.started({ ...report, idTag: card.toLowerCase() });
    expect(again).toMatchObject({ transactionId: first.transactionId, status: 'Accepted' });
    expect(await balance()).toEqual(held);
    expect(await only()).toMatchObject({ state: 'charging' });
  });

  test.each([1, 120, 599])(
    'that is repeated by a clock %s s ahead holds once, and is billed once [OCPP-20]',
    async (seconds) => {
      for (const isAsked of [false, true]) {
        const meterStartWh = number * 100_000 + (isAsked ? 50_000 : 0);
        await topUp(50_000);
        if (isAsked) await fixture.asked(server, driverId);
        const told = { meterStartWh, at: new Date(clock.now().getTime() + seconds * SECOND_MS) };
        const one = await begun(told);
        const held = await balance();
        clock.advance(10 * MINUTE_MS);
        await fixture.metered(server, one, meterStartWh + 3000);
        expect(await begun(told)).toEqual(one);
        expect(await balance()).toEqual(held);
        clock.advance(10 * MINUTE_MS);
        await fixture.stopped(server, one, meterStartWh + 5000);
        expect((await all()).at(-1)).toMatchObject({ state: 'completed', energyWh: 5000 });
        await fixture.reports(server, says('Available'));
      }
      expect(await all()).toHaveLength(2);
      expect(await balance()).toEqual({ freePaise: 150_000 - 2 * chargePrice(5000, PRICE).totalPaise, heldPaise: 0 });
    },
  );

  test('is stopped when the wallet is used up, and nothing beyond that is billed', async () => {
    const one = await begun();
    const { boughtWh, holdPaise } = await only();
    // It is asked to stop beside the readings, which must not go beyond the last one.
    for (let wh = 500; fixture.askedToStop.length === 0 && wh < (boughtWh ?? 0) + 500; wh += 500) {
      clock.advance(MINUTE_MS);
      await fixture.metered(server, one, number * 100_000 + wh);
    }
    await expect.poll(() => fixture.askedToStop).toEqual([one.transactionId]);
    await fixture.stopped(server, one, number * 100_000 + (boughtWh ?? 0) + 5000);
    expect(await only()).toMatchObject({ state: 'completed', stopCause: 'units_used_up' });
    expect((await balance()).freePaise).toBeLessThan(50_000 - (holdPaise ?? 0) + 1);
    expect((await disputesOf(one.transactionId))[0]).toMatchObject({ cause: 'beyond_bound' });
  });

  test('is stopped by the app', async () => {
    const { transactionId } = await begun();
    const { bookingId } = await only();
    await server.stop(driverId, bookingId);
    expect(fixture.askedToStop).toEqual([transactionId]);
    await server.stopped({
      ...PLACE,
      transactionId,
      meterStopWh: number * 100_000 + 700,
      reason: 'Remote',
      readings: [],
      at: clock.now(),
      receivedAt: clock.now(),
    });
    expect(await only()).toMatchObject({ state: 'completed', stopCause: 'driver' });
  });

  test('needs more than fifty rupees free, as in the app; a driver with less is told so, once [OCPP-20]', async () => {
    [driverId, card] = await driverWithCard(5000);
    const tried = () => server.authorize(PLACE.chargePointId, card);
    expect(await tried()).toMatchObject({ status: 'Blocked', parentIdTag: `DRIVER-${driverId}` });
    expect(rejected).toMatchObject([{ driverId, reason: 'balance_too_low', cardName: 'Blue card' }]);
    const report = start();
    const first = await server.started(report);
    expect(first.status).toBe('Blocked');
    // The same transaction again: the same answer, and nothing is told twice.
    expect(await server.started(report)).toEqual(first);
    expect(rejected).toHaveLength(2);
    expect(await all()).toEqual([]);
    clock.advance(MINUTE_MS);
    await fixture.stopped(server, { driverId, bookingId: '', ...first }, number * 100_000 + 300);
    expect(await disputesOf(first.transactionId)).toMatchObject([{ cause: 'refused_start', energyWh: 300 }]);
    // A stop is answered the same, and nobody is told.
    expect(await server.authorize(PLACE.chargePointId, card, 'stopped')).toMatchObject({ status: 'Blocked' });
    expect(rejected).toHaveLength(2);
    await topUp(1);
    expect(await tried()).toMatchObject({ status: 'Accepted' });
  });

  test('while a session of the driver runs elsewhere is answered ConcurrentTx, and its own card may end the session here', async () => {
    await cards.addCard(driverId, { number: `SECOND-${number}`, name: 'Second' });
    await fixture.online('SLOW-1', 2);
    const one = await begun();
    for (const tag of [card, `SECOND-${number}`]) {
      const elsewhere = start({ chargePointId: 'SLOW-1', idTag: tag });
      expect(await server.started(elsewhere)).toMatchObject({ status: 'ConcurrentTx' });
      // Of one group: either ends it, although the wallet is held whole.
      expect(await server.authorize(PLACE.chargePointId, tag)).toEqual({
        status: 'Accepted',
        expiresAt: new Date(clock.now().getTime() + DAY_MS),
        parentIdTag: `DRIVER-${driverId}`,
      });
      expect((await server.authorize('SLOW-1', tag)).status).toBe('Blocked');
    }
    expect(rejected.map(({ reason }) => reason)).toContain('charge_running');
    // A charge point that has lost the id names the card that ended it.
    const lost = { ...one, ...PLACE, transactionId: -1, idTag: `SECOND-${number}`, reason: 'Local', readings: [] };
    await server.stopped({ ...lost, meterStopWh: number * 100_000, at: clock.now(), receivedAt: clock.now() });
    expect(await only()).toMatchObject({ state: 'completed', transactionId: one.transactionId });
  });

  test('that the driver has requested in the app becomes that session', async () => {
    const { bookingId } = await fixture.asked(server, driverId);
    const held = await balance();
    const report = start();
    const first = await server.started(report);
    expect(first.status).toBe('Accepted');
    expect(await only()).toMatchObject({ bookingId, state: 'charging', startedByTag: card, boughtWh: 5000 });
    expect(await balance()).toEqual(held);
    expect(await server.started(report)).toMatchObject({ transactionId: first.transactionId, status: 'Accepted' });
    await fixture.stopped(server, { driverId, bookingId, ...first }, number * 100_000);
  });

  test('that was requested with the card, for which the connector is kept, becomes that session, also after it was given up [OCPP-23]', async () => {
    const keepFor = async (idTag: string) => {
      const expiryDate = new Date(clock.now().getTime() + HOUR_MS).toISOString();
      const value = { connectorId: PLACE.connector, idTag, expiryDate };
      const what =
        "insert into charger_holdings (charger_id, what, key, value, told_at) values ($1, 'reservation', '77', $2, $3)";
      await database.$client.query(what, [PLACE.chargePointId, JSON.stringify(value), clock.now()]);
      return () => database.$client.query('delete from charger_holdings');
    };
    const free = await keepFor(card);
    await cards.changeCard(driverId, card, { isBlocked: true });
    await expect(fixture.asked(server, driverId)).rejects.toMatchObject({ code: 'connector_busy' });
    await cards.changeCard(driverId, card, { isBlocked: false });
    await fixture.configured(server, { ConnectionTimeOut: '30' });
    fixture.askedToStart.length = 0;
    const { bookingId } = await fixture.asked(server, driverId);
    clock.advance(31 * SECOND_MS);
    // The charge point had dropped it, and is asked again by the same tag.
    await fixture.reports(server, says('Preparing'));
    await expect.poll(() => fixture.askedToStart).toEqual([card, card]);
    clock.advance(MINUTE_MS);
    await server.checkSessions();
    expect(await only()).toMatchObject({ state: 'failed', endReason: 'start_timed_out' });
    const { holdPaise } = await only();
    clock.advance(5 * MINUTE_MS);
    const one = await begun();
    expect(await only()).toMatchObject({ bookingId, state: 'charging', startedByTag: card, boughtWh: 5000 });
    expect(await balance()).toEqual({ freePaise: 50_000 - (holdPaise ?? 0), heldPaise: holdPaise });
    expect(published.at(-1)).toMatchObject({ kind: 'revived', holdPaise });
    clock.advance(10 * MINUTE_MS);
    await fixture.stopped(server, { ...one, bookingId }, number * 100_000 + 2000);
    expect(await balance()).toEqual({ freePaise: 50_000 - chargePrice(2000, PRICE).totalPaise, heldPaise: 0 });
    await free();
  });

  test('that the driver has requested in the app becomes that session also with a slow clock', async () => {
    const { bookingId } = await fixture.asked(server, driverId);
    const first = await begun({ at: new Date(clock.now().getTime() - 50 * SECOND_MS) });
    expect(await only()).toMatchObject({ bookingId, state: 'charging', startedByTag: card, boughtWh: 5000 });
    await fixture.stopped(server, { ...first, bookingId }, number * 100_000);
  });

  describe('of a clock that is minutes slow, over a link that is up', () => {
    const behind = () => ({
      at: new Date(clock.now().getTime() - 2 * MINUTE_MS),
      linkedAt: new Date(clock.now().getTime() - 10 * MINUTE_MS),
    });

    test('is not a late start: the wallet and the driver’s other session count', async () => {
      const [, poor] = await driverWithCard(2000);
      clock.advance(5 * MINUTE_MS);
      expect(await server.started(start({ ...behind(), idTag: poor }))).toMatchObject({ status: 'Blocked' });
      const one = await begun(behind());
      const elsewhere = { ...behind(), connector: 2, meterStartWh: 7 };
      expect(await server.started(start(elsewhere))).toMatchObject({ status: 'ConcurrentTx' });
      await fixture.stopped(server, one, number * 100_000);
    });

    test('that the driver has requested in the app becomes that session', async () => {
      clock.advance(5 * MINUTE_MS);
      const { bookingId } = await fixture.asked(server, driverId);
      const first = await begun(behind());
      expect(await only()).toMatchObject({ bookingId, state: 'charging', startedByTag: card, boughtWh: 5000 });
      await fixture.stopped(server, { ...first, bookingId }, number * 100_000);
    });
  });

  test('takes the connector from an ended session, and not from another driver who has requested it', async () => {
    const [other, othersCard] = await driverWithCard(50_000);
    await begun({ idTag: othersCard });
    clock.advance(MINUTE_MS);
    const one = await begun();
    expect(await all(other)).toMatchObject([{ state: 'completed', isProvisional: true }]);
    await fixture.stopped(server, one, number * 100_000);
    await fixture.reports(server, says('Available'));
    const { bookingId } = await fixture.asked(server, other);
    expect(await server.started(start({ meterStartWh: 7 }))).toMatchObject({ status: 'Invalid' });
    await server.stop(other, bookingId);
  });
});

describe('a start that is reported late', () => {
  test('is billed by its own time and price, with or without fifty rupees; what the wallet cannot pay is recorded [OCPP-21]', async () => {
    [driverId, card] = await driverWithCard(2000);
    clock.advance(2 * HOUR_MS);
    const at = new Date(clock.now().getTime() - HOUR_MS);
    const { transactionId, status } = await server.started(start({ at }));
    expect(status).toBe('Accepted');
    const { boughtWh, holdPaise } = await only();
    expect(boughtWh).toBe(affordableWh(40_000, PRICE, 2000));
    await server.stopped({
      ...PLACE,
      transactionId,
      meterStopWh: number * 100_000 + 3000,
      reason: 'Local',
      idTag: card,
      readings: [],
      at: new Date(at.getTime() + 30 * MINUTE_MS),
      receivedAt: clock.now(),
    });
    const session = await only();
    expect(session).toMatchObject({ state: 'completed', startedAt: at });
    const [dispute] = await disputesOf(transactionId);
    expect(session.energyWh + (dispute?.energyWh ?? 0)).toBe(3000);
    expect((await balance()).freePaise).toBeGreaterThanOrEqual(0);
    expect((await balance()).freePaise).toBeLessThanOrEqual(2000 - (holdPaise ?? 0) + 1);
  });

  test.each(['has asked for', 'charges at'])(
    'is billed by its stop although another session now %s the connector [OCPP-21]',
    async (does) => {
      const [other] = await driverWithCard(50_000);
      clock.advance(2 * HOUR_MS);
      await link(server, 'back');
      await fixture.reports(server, says('Available'));
      const theirs = await fixture.asked(server, other);
      const { transactionId } = does === 'charges at' ? await server.started(theirs.start) : { transactionId: 0 };
      const others = await balance(other);
      const told = { at: new Date(clock.now().getTime() - HOUR_MS) };
      const late = await begun(told);
      expect(await begun(told)).toEqual(late);
      expect(published.map((one) => one.driverId)).not.toContain(driverId);
      const stop = {
        ...PLACE,
        transactionId: late.transactionId,
        meterStopWh: number * 100_000 + 9000,
        reason: 'Local',
        readings: [],
        at: new Date(clock.now().getTime() - 10 * MINUTE_MS),
      };
      for (let times = 0; times < 2; times += 1) await server.stopped({ ...stop, receivedAt: clock.now() });
      expect(await only()).toMatchObject({ state: 'completed', energyWh: 9000, isProvisional: false });
      const { totalPaise } = chargePrice(9000, PRICE);
      expect(await balance()).toEqual({ freePaise: 50_000 - totalPaise, heldPaise: 0 });
      expect(await disputesOf(late.transactionId)).toEqual([]);
      expect(published.at(-1)).toMatchObject({ driverId, kind: 'corrected', paise: totalPaise });
      expect(await balance(other)).toEqual(others);
      if (transactionId) await fixture.stopped(server, { driverId: other, bookingId: '', transactionId }, 1000);
      else await server.stop(other, theirs.bookingId);
    },
  );

  test('is billed by its samples if no stop follows while another session has the connector, and by its stop if that comes after all [OCPP-21]', async () => {
    const [other] = await driverWithCard(50_000);
    clock.advance(2 * HOUR_MS);
    await link(server, 'back');
    await fixture.reports(server, says('Available'));
    const theirs = await fixture.begun(server, other);
    const at = new Date(clock.now().getTime() - HOUR_MS);
    const late = await begun({ at });
    const sampledAt = new Date(at.getTime() + 20 * MINUTE_MS);
    const registerWh = number * 100_000 + 4000;
    const readings = [{ at: sampledAt, context: 'Sample.Periodic', registerWh }];
    await server.metered({ ...PLACE, transactionId: late.transactionId, readings, receivedAt: clock.now(), raw: '{}' });
    await server.checkSessions();
    expect(await only()).toMatchObject({ energyWh: 0 });
    for (let minutes = 0; minutes < 17; minutes += 1) {
      clock.advance(MINUTE_MS);
      await fixture.metered(server, theirs, 1000 + minutes * 10);
      await server.checkSessions();
    }
    expect(await only()).toMatchObject({ energyWh: 4000, isProvisional: true, endedAt: sampledAt });
    expect(await balance()).toEqual({ freePaise: 50_000 - chargePrice(4000, PRICE).totalPaise, heldPaise: 0 });
    const ended = { at: new Date(at.getTime() + 40 * MINUTE_MS), receivedAt: clock.now() };
    const stop = { transactionId: late.transactionId, meterStopWh: registerWh + 1000, reason: 'Local', readings: [] };
    await server.stopped({ ...PLACE, ...stop, ...ended });
    expect(await only()).toMatchObject({ energyWh: 5000, isProvisional: false });
    expect(await balance()).toEqual({ freePaise: 50_000 - chargePrice(5000, PRICE).totalPaise, heldPaise: 0 });
    await fixture.stopped(server, theirs, 1200);
  });

  test('is billed in full if the clock is years behind, as long as it lasted by that clock', async () => {
    clock.advance(HOUR_MS);
    await link(server, 'back');
    const replayed = (claimedAt: string) => ({ isClockDoubted: true, claimedAt: new Date(claimedAt) }) as const;
    const one = await begun(replayed('2024-01-01T00:00:00Z'));
    const stop = { transactionId: one.transactionId, meterStopWh: number * 100_000 + 9000, readings: [] };
    const times = { at: clock.now(), receivedAt: clock.now() };
    await server.stopped({ ...PLACE, ...stop, ...times, ...replayed('2024-01-01T00:20:00Z') });
    expect(await only()).toMatchObject({
      state: 'completed',
      energyWh: 9000,
      startedAt: new Date(clock.now().getTime() - 20 * MINUTE_MS),
      endedAt: clock.now(),
    });
    expect(await disputesOf(one.transactionId)).toEqual([]);
  });

  test('is not billed beyond its own time if a clock that is years behind was reset meanwhile', async () => {
    await link(server, 'back');
    const one = await begun({ isClockDoubted: true, claimedAt: new Date('2024-01-01T05:00:00Z') });
    const stop = { transactionId: one.transactionId, meterStopWh: number * 100_000 + 9000, readings: [] };
    const times = { at: clock.now(), receivedAt: clock.now(), isClockDoubted: true } as const;
    await server.stopped({ ...PLACE, ...stop, ...times, claimedAt: new Date('2024-01-01T00:01:00Z') });
    expect((await only()).energyWh).toBeLessThan(1000);
    expect(await disputesOf(one.transactionId)).toHaveLength(1);
  });

  test('costs the station’s present price if its price was imported since', async () => {
    const at = clock.now();
    clock.advance(HOUR_MS);
    await link(server, 'back');
    const bands = await database.$client.query('select min(valid_from) as since from tariff_bands');
    await database.$client.query('update tariff_bands set valid_from = $1', [clock.now()]);
    const one = await begun({ at });
    expect(await only()).toMatchObject({ startedAt: at, pricePaisePerKwh: PRICE });
    await fixture.stopped(server, one, number * 100_000 + 1000);
    expect((await balance()).freePaise).toBe(50_000 - chargePrice(1000, PRICE).totalPaise);
    await database.$client.query('update tariff_bands set valid_from = $1', [bands.rows[0].since]);
  });

  test('with an empty wallet is recorded in full, and nobody owes anything [OCPP-21]', async () => {
    [driverId, card] = await driverWithCard(1);
    clock.advance(2 * HOUR_MS);
    const at = new Date(clock.now().getTime() - HOUR_MS);
    const { transactionId, status } = await server.started(start({ at }));
    expect(status).toBe('Blocked');
    await fixture.stopped(server, { driverId, bookingId: '', transactionId }, number * 100_000 + 900);
    expect(await disputesOf(transactionId)).toMatchObject([{ cause: 'refused_start', energyWh: 900 }]);
    expect((await balance()).freePaise).toBe(1);
  });

  test('is accepted although a session of the driver runs by now, or the card was blocked since, but not from before the card was the driver’s', async () => {
    await fixture.online('SLOW-1', 2);
    const { bookingId } = await server.start({ driverId, chargePointId: 'SLOW-1', connector: 1, boughtWh: 1000 });
    clock.advance(HOUR_MS);
    await cards.changeCard(driverId, card, { isBlocked: true });
    const late = (minutes: number) => start({ at: new Date(clock.now().getTime() - minutes * MINUTE_MS) });
    const one = await server.started(late(30));
    expect(one.status).toBe('Accepted');
    await fixture.stopped(server, { driverId, bookingId: '', ...one }, number * 100_000 + 500);
    expect(await server.started({ ...late(90), meterStartWh: 1 })).toMatchObject({ status: 'Invalid' });
    await server.stop(driverId, bookingId);
  });
});

describe('a card that is blocked', () => {
  test('by its driver or the operator starts nothing from then on; a running session continues and is billed [OCPP-20]', async () => {
    const one = await begun();
    clock.advance(MINUTE_MS);
    await blockToken(database, card, clock.now());
    await fixture.metered(server, one, number * 100_000 + 1000);
    await fixture.stopped(server, one, number * 100_000 + 1000);
    expect(await only()).toMatchObject({ state: 'completed', energyWh: 1000 });
    expect(await server.authorize(PLACE.chargePointId, card)).toMatchObject({ status: 'Blocked' });
    expect(await server.started(start({ connector: 2 }))).toMatchObject({ status: 'Blocked' });
    // That is no news to whoever has blocked it.
    expect(rejected).toEqual([]);
    await expect(cards.changeCard(driverId, card, { isBlocked: false })).rejects.toMatchObject({ code: 'card_barred' });
  });

  test('or given up belongs to nobody until somebody adds it', async () => {
    await cards.removeCard(driverId, card);
    expect((await server.authorize(PLACE.chargePointId, card)).status).toBe('Invalid');
    const [other] = await driverWithCard(60_000);
    await cards.addCard(other, { number: card, name: 'Found' });
    const { transactionId } = await server.started(start());
    expect(await all(other)).toMatchObject([{ startedByTag: card, transactionId }]);
    await fixture.stopped(server, { driverId: other, bookingId: '', transactionId }, number * 100_000);
  });

  test('is erased with the account of its new driver, also from sessions of its earlier one', async () => {
    const one = await begun();
    await fixture.stopped(server, one, number * 100_000);
    await cards.removeCard(driverId, card);
    const [other] = await driverWithCard(60_000);
    await cards.addCard(other, { number: card, name: 'Found' });
    await database.transaction(async (tx) => {
      await server.eraseDriver(tx, { driverId: other } as DeletionRequest);
      await cards.eraseDriver(tx, { driverId: other } as DeletionRequest);
    });
    expect(await only()).toMatchObject({ startedByTag: null, transactionId: one.transactionId });
  });
});

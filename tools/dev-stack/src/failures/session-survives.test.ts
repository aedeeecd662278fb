import { afterAll, expect, test, vi } from 'vitest';
import { socketEvent, transactionStop } from '@bijli/contract/realtime';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import type { ChargePointProcess } from '../parts/charge-point-process.ts';
import { holdLock, ledgerCheck, rowsOf, stackFixture, testInFull, PATIENCE } from '../testing.ts';

const fixture = await stackFixture();
const { stack } = fixture;

/** Waits until the charge point has measured this many more times. */
async function moreReadings({ journal }: Pick<ChargePointProcess, 'journal'>, count: number): Promise<void> {
  const before = journal().length;
  await vi.waitUntil(() => journal().length >= before + count, PATIENCE);
}

function killDatabase(): number {
  const pid = stack.databasePid();
  if (!pid) throw new Error('There is no database to kill.');
  process.kill(pid, 'SIGKILL');
  return pid;
}

for (const [victims, tested] of [
  ['the server', testInFull],
  ['the server and PostgreSQL', test],
] as const) {
  tested(
    `after ${victims} is killed during a session the charger delivers on, and the session continues and is settled by its meter [CHARGE-18, INVOICE-2, OPS-7]`,
    async () => {
      const { driver, chargePoint, bookingId, flows, endsSettled } = await fixture.runningSession();
      const killing = stack.server().kill();
      if (victims.includes('PostgreSQL')) killDatabase();
      await killing;
      await moreReadings(chargePoint, 2);

      chargePoint.type('status');
      await stack.restartServer();
      const back = Date.now();
      await chargePoint.said(/ online$/);
      await flows(back);
      expect((await driver.ongoing()).booking_id).toBe(bookingId);
      await endsSettled();
    },
  );
}

testInFull(
  'PostgreSQL that is killed during a session is started again, the server keeps running, and no acknowledged sample is lost [CHARGE-18, OPS-7]',
  async () => {
    const { driver, chargePoint, bookingId, flows, endsSettled } = await fixture.runningSession();
    const serverPid = stack.server().pid;
    const { held, letGo } = await holdLock(
      fixture.dataDir,
      `select from charging_sessions where booking_id = '${bookingId}' for update`,
    );
    const pressed = driver.client.call('remoteStop', { body: { transaction_id: bookingId } });
    await held;
    await moreReadings(chargePoint, 2);
    const killed = killDatabase();
    expect(await pressed).toMatchObject({ success: false });
    await letGo();
    await vi.waitUntil(() => ![undefined, killed].includes(stack.databasePid()), PATIENCE);
    await vi.waitUntil(async () => (await fetch(`${fixture.url}/health/ready`)).ok, PATIENCE);
    const back = Date.now();
    await flows(back);
    await endsSettled();
    expect(stack.server().pid).toBe(serverPid);
  },
);

testInFull(
  'a charge point that loses its link during a session reports late, and the session is settled by its meter [CHARGE-18, OCPP-11]',
  async () => {
    const { chargePoint, flows, endsSettled } = await fixture.runningSession();
    chargePoint.type('drop');
    await chargePoint.said(/ offline$/);
    await moreReadings(chargePoint, 3);
    chargePoint.type('back');
    await chargePoint.said(/ online$/);
    await flows(Date.now());
    await endsSettled();
  },
);

testInFull(
  'a stop that is pressed while the charge point is offline is requested again when it returns, and billed to the true end [API-19, CHARGE-18, OCPP-12]',
  async () => {
    const { driver, chargePoint, live, bookingId } = await fixture.runningSession();
    chargePoint.type('drop');
    await chargePoint.said(/ offline$/);
    const pressed = await vi.waitUntil(async () => {
      const answer = await driver.client.call('remoteStop', { body: { transaction_id: bookingId } });
      return !answer.success && answer;
    }, PATIENCE);
    expect(pressed).toMatchObject({ code: 'stop_silent' });
    await moreReadings(chargePoint, 2);
    const returned = Date.now();
    chargePoint.type('back');
    await live.saw(socketEvent.stop(bookingId), transactionStop, ({ reason }) => reason === 'Remote');
    const { endedAt } = await fixture.proveSettled(driver, bookingId, chargePoint);
    expect(Date.parse(endedAt)).toBeGreaterThan(returned);
    expect(Date.parse(endedAt) - returned).toBeLessThan(10_000);
    live.close();
  },
);

testInFull(
  'a session that ends while the server is down is settled once, at the time of its end [CHARGE-18, INVOICE-2]',
  async () => {
    const { driver, chargePoint, live, bookingId } = await fixture.runningSession();
    await stack.server().stop();
    chargePoint.type('stop');
    await chargePoint.said(/stopped \(Local\)/);
    const stopped = Date.now();
    await stack.restartServer();
    await chargePoint.said(/transaction \d+ closed/);
    const { endedAt } = await fixture.proveSettled(driver, bookingId, chargePoint);
    expect(Date.parse(endedAt)).toBeLessThanOrEqual(stopped);
    live.close();
  },
);

test('a server that is killed while it settles a session leaves nothing half done: the next one settles it once [CHARGE-18, INVOICE-2, LEDGER-17]', async () => {
  const { driver, chargePoint, live, bookingId } = await fixture.runningSession();
  const { held, letGo } = await holdLock(fixture.dataDir, 'lock table invoices in exclusive mode');
  chargePoint.type('stop');
  await held;
  await stack.server().kill();
  await letGo();
  await stack.restartServer();
  await chargePoint.said(/transaction \d+ closed/);
  await fixture.proveSettled(driver, bookingId, chargePoint);
  live.close();
});

testInFull(
  'after a server is killed between a card’s hold and its answer, the repeated start is held once and settled by its meter [CHARGE-18, OCPP-20]',
  async () => {
    const [driver, chargePoint] = await Promise.all([fixture.driver(), fixture.chargePoint()]);
    const number = '04A2B6C8';
    await driver.client.ask('addCard', { body: { number, name: 'Card' } });
    // The hold has been written, and the driver's notification is next.
    const { held, letGo } = await holdLock(fixture.dataDir, 'lock table notifications in exclusive mode');
    chargePoint.type(`card ${number} ${chargePoint.place.connector}`);
    await held;
    await stack.server().kill();
    await letGo();
    await stack.restartServer();
    const { booking_id: bookingId } = await vi.waitUntil(() => driver.ongoing().catch(() => undefined), PATIENCE);
    await moreReadings(chargePoint, 2);
    chargePoint.type(`stop ${chargePoint.place.connector}`);
    await fixture.proveSettled(driver, bookingId, chargePoint);
  },
);

testInFull(
  'a server that is killed while it writes the message log loses seconds of the log and nothing else [CHARGE-18]',
  async () => {
    const { chargePoint, flows, endsSettled } = await fixture.runningSession();
    const frames = async () =>
      rowsOf<{ frame: string; answer: string }>(
        runningDatabaseUrl(fixture.dataDir) ?? '',
        `select frame, answer from charger_messages where charger_id = $1 and action = 'MeterValues'`,
        [chargePoint.place.chargePointId],
      );
    await vi.waitUntil(async () => (await frames()).length > 0, PATIENCE);
    const { held, letGo } = await holdLock(fixture.dataDir, 'lock table charger_messages in exclusive mode');
    await held;
    // The lock stops only writers.
    const before = await frames();
    await stack.server().kill();
    await letGo();
    await stack.restartServer();
    await chargePoint.said(/ online$/);
    await flows(Date.now());
    await vi.waitUntil(async () => (await frames()).length > before.length, PATIENCE);
    const kinds = (await frames()).map(({ frame, answer }) => [JSON.parse(frame)[0], JSON.parse(answer)[0]]);
    expect(kinds.filter(([call, result]) => call !== 2 || result !== 3)).toEqual([]);
    await endsSettled();
  },
);

/** After all tests the ledger is correct, also with the server stopped. */
afterAll(async () => {
  await stack.server().stop();
  expect(await ledgerCheck(fixture.dataDir)).toEqual({ code: 0, said: 'The ledger adds up.\n' });
});

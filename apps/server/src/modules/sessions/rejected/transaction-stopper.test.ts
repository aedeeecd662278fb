import { afterAll, expect, test } from 'vitest';
import type { Quirks } from '@bijli/charge-point/quirks';
import { pageOf } from '#db/pagination.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { timedApp } from '#testing/manual-time.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';
import type { DisputeCause } from '../sessions.tables.ts';
import { listDisputes } from '../settling/disputes.store.ts';

const { time, clock, ...stack } = await timedApp({ env: { METER_SAMPLE_SECONDS: '5' } });
const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 };
const start = fastStart(1);

const disputes = async (cause: DisputeCause) =>
  (await listDisputes(stack.app.database, { includesResolved: false }, pageOf({}))).rows.filter(
    (one) => one.cause === cause,
  );

async function chargePoint(quirks: Quirks) {
  const simulated = await stack.chargePoint('FAST-1', { quirks });
  await time.settled();
  const stopped = new Promise((resolve) => simulated.once('transactionClosed', resolve));
  return { simulated, stopped };
}

test('a charge point that charges although its start was rejected is stopped, and its energy is recorded to the Wh [OCPP-8]', async () => {
  const { simulated, stopped } = await chargePoint({ ignoresInvalid: true });
  simulated.misbehave('RemoteStopTransaction', 'Rejected');
  simulated.plug(1, CAR);
  const beganAt = clock.now();
  simulated.connector(1).begin('SOMEBODYS-CARD');
  await time.advance(MINUTE_MS);
  expect(await disputes('refused_start')).toMatchObject([{ chargePointId: 'FAST-1', connector: 1, endedAt: null }]);
  simulated.misbehave('RemoteStopTransaction', undefined);
  await time.until(stopped);
  await time.settled();
  const energyWh = simulated.connector(1).registerWh;
  expect(energyWh).toBeGreaterThan(700);
  expect(await disputes('refused_start')).toMatchObject([{ energyWh, beganAt, endedAt: clock.now() }]);
  await stack.switchOff();
});

test('a session that its driver cancelled while the charge point had no link is stopped when it is back, and nobody pays for it', async () => {
  const driver = await stack.driver('9220000001', 500);
  const { simulated, stopped } = await chargePoint({ lostLinkAtStartSeconds: 105 });
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: start });
  await time.advance(20 * SECOND_MS);
  simulated.plug(1, CAR);
  await driver.ask('remoteStop', { body: { transaction_id: booking } });
  expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
  await time.until(stopped);
  await time.settled();
  const [late] = await disputes('late_start');
  expect(late).toMatchObject({ bookingId: booking, endedAt: clock.now() });
  expect(late?.energyWh).toBeGreaterThan(1000);
  expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
  await stack.switchOff();
});

/** After all of that the ledger is clean. */
afterAll(async () => {
  expect(await listLedgerProblems(stack.app.database, LEDGER_PARTS)).toEqual([]);
});

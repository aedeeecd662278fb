import { expect, test } from 'vitest';
import { socketEvent } from '@bijli/contract/realtime';
import type { LiveMeterValue, TransactionStop } from '@bijli/contract/realtime';
import { createInProcessWires } from '#cluster/in-process-wire.ts';
import { openNatsWire } from '#cluster/nats-wire.ts';
import { systemClock } from '#kernel/clock.ts';
import { ledgerCheck } from '#modules/ledger/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { eventually } from '#testing/eventually.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { testNodes } from '#testing/nodes.ts';
import { LEDGER_PARTS } from './ledger-parts.ts';

const nats = hasNatsServer ? await startNats() : undefined;
const wires = nats ? () => openNatsWire(nats.url, { name: 'test', log: testLog }) : createInProcessWires(systemClock);
const [a, b] = await testNodes(2, wires);
if (!a || !b) throw new Error('There are not two nodes.');

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 };

/** The charge point is taken, and every node has heard that it is there. */
async function everywhereOnline(): Promise<void> {
  for (const node of [a, b])
    await eventually(async () => {
      const offer = await node?.app.modules.availability.connectorForStart('FAST-1', 1);
      expect(offer).toMatchObject({ isOnline: true, status: 'Available' });
    });
}

test('a driver on one node starts, watches and stops a charge at a charge point of another, and is billed for it [OPS-30]', async () => {
  const driver = await a.driver('9300000001');
  const chargePoint = await b.chargePoint('FAST-1');
  await everywhereOnline();
  const screen = await liveSocket(a.url, driver.token);
  chargePoint.plug(1, CAR);
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: fastStart(1) });
  const figures = await screen.next<LiveMeterValue>(socketEvent.meterValue('FAST-1', 1), ({ unit }) => unit > 0);
  expect(figures.booking_id).toBe(booking);
  await driver.ask('remoteStop', { body: { transaction_id: booking } });
  await screen.next<TransactionStop>(socketEvent.stop(booking));
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  expect(data).toMatchObject({ status: 'completed', units_consumed: chargePoint.connector(1).registerWh / 1000 });
  expect((await driver.ask('getWallet', { query: {} })).wallet.held).toBe(0);
  expect(await ledgerCheck(a.database, LEDGER_PARTS)).toEqual([]);
  await b.switchOff();
});

import { expect, test } from 'vitest';
import { socketEvent, type TransactionStop } from '@bijli/contract/realtime';
import { MINUTE_MS } from '#kernel/durations.ts';
import { startOn } from './bare-transaction.ts';
import { liveSocket } from './live-socket.ts';
import { timedApp } from './manual-time.ts';

const { time, clock, ...stack } = await timedApp({ env: { METER_SAMPLE_SECONDS: '60' } });

test('a session of half an hour runs on one clock for server, charge point and screen, with every sample in its place', async () => {
  const driver = await stack.driver('9200000001', 500);
  const chargePoint = await stack.chargePoint('SLOW-1');
  const screen = await liveSocket(stack.url, driver.token);
  await time.settled();
  chargePoint.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
  await driver.ask('remoteStart', { body: startOn('SLOW-1', 1, 5) });
  await time.settled();
  const startedAtMs = clock.now().getTime();

  for (let minute = 1; minute <= 30; minute += 1) {
    await time.advance(MINUTE_MS);
    const values = screen.events.filter(({ name }) => name === socketEvent.meterValue('SLOW-1', 1));
    expect(values).toHaveLength(minute);
    expect(values.at(-1)?.payload).toMatchObject({
      at: new Date(startedAtMs + minute * MINUTE_MS).toISOString(),
      unit: chargePoint.connector(1).registerWh / 1000,
    });
  }
  const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
  await driver.ask('remoteStop', { body: { transaction_id: transaction.booking_id } });
  const { reason } = await time.until(screen.next<TransactionStop>(socketEvent.stop(transaction.booking_id)));
  expect(reason).toBe('Remote');
});

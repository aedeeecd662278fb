import { expect, test } from 'vitest';
import { SECOND_MS } from '#kernel/durations.ts';
import { bareTransaction } from '#testing/bare-transaction.ts';
import { timedApp } from '#testing/manual-time.ts';

const { time, clock, ...stack } = await timedApp();

test('a connector whose charge runs is charging on the map and on the page, whatever the charge point reports, until the charge ends [TRUTH-6]', async () => {
  const { chargePoint, transactionId } = await bareTransaction(stack, '9500000041', clock.now());
  const stranger = await stack.driver('9500000042', 0);
  const says = (connectorId: number, status: string) =>
    chargePoint.call('StatusNotification', { connectorId, errorCode: 'NoError', status });
  await says(2, 'Unavailable');
  async function shown() {
    await stack.app.modules.availability.checkTaken();
    await time.advance(SECOND_MS);
    const { properties } = await stranger.ask('chargingStation', { query: {} });
    const { chargers } = await stranger.ask('getCharger', { query: { property_id: 'test-station' } });
    return {
      active: properties.find(({ id }) => id === 'test-station')?.active_charger,
      connector: chargers.find(({ charger_id }) => charger_id === 'FAST-1')?.connectors[0]?.status,
    };
  }
  expect(await shown()).toEqual({ active: 0, connector: 'charging' });
  await says(1, 'Available');
  expect(await shown()).toEqual({ active: 0, connector: 'charging' });

  // It has reported Available already, so it reports nothing more.
  const stopped = { transactionId, meterStop: 1500, timestamp: clock.now().toISOString(), reason: 'Local' };
  await chargePoint.call('StopTransaction', stopped);
  expect(await shown()).toEqual({ active: 1, connector: 'available' });
  await chargePoint.close();
});

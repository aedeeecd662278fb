import { expect, test, vi } from 'vitest';
import { socketEvent, type LiveMeterValue, type StatusNotification } from '@bijli/contract/realtime';
import { newReference } from '#kernel/ids.ts';
import { testApp } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { eventually } from '#testing/eventually.ts';
import { liveSocket } from '#testing/live-socket.ts';

const stack = await testApp();

test('a screen that asks 3,000 times for ends of sessions that never existed is cut off, and another driver’s is answered each time [SOCKET-5, SOCKET-6, OPS-14]', async () => {
  const chargePoint = await stack.chargePoint('FAST-1');
  chargePoint.plug(1, { batteryWh: 60_000, soc: 20, maxPowerW: 60_000 });
  const [abuser, honest] = [await stack.driver('9444000001', 0), await stack.driver('9444000002')];
  await honest.ask('remoteStart', { body: fastStart(1, 20) });
  const [flood, screen] = [await liveSocket(stack.url, abuser.token), await liveSocket(stack.url, honest.token)];
  await screen.next<LiveMeterValue>(socketEvent.meterValue('FAST-1', 1));
  const { transaction } = await honest.ask('getOngoingCharging', { body: {} });
  const asked = vi.spyOn(stack.app.modules.sessions, 'findOfDriver');
  const gone = new Promise<string>((resolve) => flood.socket.once('disconnect', resolve));
  const answers = () => screen.events.filter(({ name }) => name === socketEvent.status('FAST-1', 1)).length;

  for (let block = 0; block < 30; block += 1) {
    for (let count = 0; count < 100; count += 1) {
      flood.socket.emit('transaction_stop', { transaction: { booking_id: newReference('B') } });
    }
    if (block % 10 !== 0) continue;
    const before = answers();
    screen.socket.emit('charging_status', { transaction });
    await eventually(() => expect(answers()).toBeGreaterThan(before));
  }
  const status = await screen.next<StatusNotification>(socketEvent.status('FAST-1', 1));
  expect(status.booking_id).toBe(transaction.booking_id);
  expect(await gone).toMatch(/^transport/);
  expect(asked.mock.calls.length).toBeLessThanOrEqual(70);
  asked.mockRestore();

  const back = await liveSocket(stack.url, abuser.token);
  expect(back.socket.connected).toBe(true);
  await honest.ask('remoteStop', { body: { transaction_id: transaction.booking_id } });
  await screen.next(socketEvent.stop(transaction.booking_id));
});

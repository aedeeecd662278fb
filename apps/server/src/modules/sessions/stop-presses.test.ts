import { isRefusal } from '@bijli/contract/client';
import { eventName, type TransactionStop } from '@bijli/contract/realtime';
import { expect, test } from 'vitest';
import { bareCharge, fastStart } from '#testing/bare-charge.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';

const { time, clock, ...world } = await timedApp();
const PRESSES = 100;
const REMOTE_STOP = 'RemoteStopTransaction';

async function charging(mobile: string) {
  const charge = await bareCharge(world, mobile, clock.now());
  const { charger, transactionId } = charge;
  const stopped = { transactionId, meterStop: 1500, timestamp: clock.now().toISOString(), reason: 'Remote' };
  return {
    ...charge,
    stop: () => charger.call('StopTransaction', stopped),
    stopFrames: () => charger.asked.filter(({ action }) => action === REMOTE_STOP).length,
  };
}

test('a hundred presses of stop are one stop, and a start on the other connector goes through meanwhile', async () => {
  const other = await world.driver('9500000002', 500);
  const { driver, charger, booking, stop, press, stopFrames } = await charging('9500000001');
  const screen = await liveSocket(world.url, driver.token);
  const pressed = Promise.all(Array.from({ length: PRESSES }, press));
  await charger.wasAsked(REMOTE_STOP);
  const started = other.call('remoteStart', { body: fastStart(2) });
  await time.settled();
  // One call is in flight at a time; the charger takes its time over each.
  for (let answered = 2; answered < charger.asked.length; answered += 1) {
    charger.say([3, charger.asked[answered]?.id, { status: 'Accepted' }]);
    await time.settled();
  }
  expect(charger.asked.map(({ action }) => action).slice(2)).toEqual([REMOTE_STOP, 'RemoteStartTransaction']);

  const answers = await pressed;
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(isRefusal(answers[0] ?? {})).toBe(false);
  expect(isRefusal(await started)).toBe(false);
  // Whoever presses once more before the charger has ended hears the same, and the charger is not asked again.
  expect(await press()).toEqual(answers[0]);
  expect(stopFrames()).toBe(1);
  const { rows } = await world.app.database.$client.query(
    `select state, stop_cause from charging_sessions where booking_id = '${booking}'`,
  );
  expect(rows).toEqual([{ state: 'stopping', stop_cause: 'driver' }]);
  await stop();
  await screen.next<TransactionStop>(eventName.stop(booking));
  await charger.close();
});

test('presses that the charger leaves unanswered get one answer, and the supervisor asks no second time meanwhile', async () => {
  const { charger, stop, press, stopFrames } = await charging('9500000003');
  const pressed = Promise.all(Array.from({ length: PRESSES }, press));
  await charger.wasAsked(REMOTE_STOP);
  await time.advance(14_000);
  expect(stopFrames()).toBe(1);
  await time.advance(1_000);
  expect(new Set((await pressed).map((answer) => (answer as { code?: string }).code))).toEqual(
    new Set(['stop_silent']),
  );
  expect(stopFrames()).toBe(1);
  // From then on it is asked again every ten seconds.
  await time.advance(10_000);
  expect(stopFrames()).toBe(2);
  await stop();
  await charger.close();
});

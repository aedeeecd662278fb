import { expect, test } from 'vitest';
import { isRefusal } from '@bijli/contract/client';
import { socketEvent, type TransactionStop } from '@bijli/contract/realtime';
import { bareTransaction, fastStart } from '#testing/bare-transaction.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';

const { time, clock, ...stack } = await timedApp();
const PRESSES = 100;
const REMOTE_STOP = 'RemoteStopTransaction';

async function charging(mobile: string) {
  const session = await bareTransaction(stack, mobile, clock.now());
  const { chargePoint, transactionId } = session;
  const stopped = { transactionId, meterStop: 1500, timestamp: clock.now().toISOString(), reason: 'Remote' };
  return {
    ...session,
    stop: () => chargePoint.call('StopTransaction', stopped),
    stopFrames: () => chargePoint.asked.filter(({ action }) => action === REMOTE_STOP).length,
  };
}

test('a hundred presses of stop send one stop, and a start on the other connector succeeds meanwhile', async () => {
  const other = await stack.driver('9500000002', 500);
  const { driver, chargePoint, booking, stop, press, stopFrames } = await charging('9500000001');
  const screen = await liveSocket(stack.url, driver.token);
  const pressed = Promise.all(Array.from({ length: PRESSES }, press));
  await chargePoint.wasAsked(REMOTE_STOP);
  const started = other.call('remoteStart', { body: fastStart(2) });
  await time.settled();
  // One call is in flight at a time; the charge point takes its time over each.
  for (let answered = 2; answered < chargePoint.asked.length; answered += 1) {
    chargePoint.say([3, chargePoint.asked[answered]?.id, { status: 'Accepted' }]);
    await time.settled();
  }
  expect(chargePoint.asked.map(({ action }) => action).slice(2)).toEqual([REMOTE_STOP, 'RemoteStartTransaction']);

  const answers = await pressed;
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(isRefusal(answers[0] ?? {})).toBe(false);
  expect(isRefusal(await started)).toBe(false);
  // Whoever presses once more before the charge point has ended hears the same, and the charge point is not asked
  // again.
  expect(await press()).toEqual(answers[0]);
  expect(stopFrames()).toBe(1);
  const { rows } = await stack.app.database.$client.query(
    `select state, stop_cause from charging_sessions where booking_id = '${booking}'`,
  );
  expect(rows).toEqual([{ state: 'stopping', stop_cause: 'driver' }]);
  await stop();
  await screen.next<TransactionStop>(socketEvent.stop(booking));
  await chargePoint.close();
});

test('presses that the charge point does not answer get one answer, and the supervisor does not ask a second time meanwhile', async () => {
  const { chargePoint, stop, press, stopFrames } = await charging('9500000003');
  const pressed = Promise.all(Array.from({ length: PRESSES }, press));
  await chargePoint.wasAsked(REMOTE_STOP);
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
  await chargePoint.close();
});

import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { runInTurn } from '#kernel/fair-scheduler.ts';
import { BareChargePoint, ocppFixture, type OcppFixture } from '#testing/charge-point-fixture.ts';
import { FairQueue, type CallKind } from './fair-queue.ts';
import { OutboundCalls, type Exchange } from './outbound-calls.ts';

let fixture: OcppFixture;
let chargePoint: BareChargePoint;
const start = { connector: 2, idTag: '0123456789ABCDEF0123' };

beforeEach(async () => {
  fixture = await ocppFixture({ clock: new TestClock('2026-11-20T08:36:00.000Z') });
  chargePoint = await new BareChargePoint(`${fixture.url}/CP-1`).open();
});

afterEach(async () => {
  chargePoint.socket.terminate();
  await fixture.close();
});

/**
 * Answers whatever the charge point is asked, in its order, until it was asked for an action that often; gives that
 * order.
 */
async function obey(action: string, times: number): Promise<string[]> {
  const answered: string[] = [];
  for (let index = 0; ; index += 1) {
    while (chargePoint.asked.length <= index)
      await new Promise((resolve) => chargePoint.socket.once('message', resolve));
    const call = chargePoint.asked[index]!;
    chargePoint.say([3, call.id, { status: 'Accepted' }]);
    answered.push(`${call.action} ${JSON.stringify(Object.values(call.payload as object)[0])}`);
    if (chargePoint.asked.filter((asked) => asked.action === action).length >= times) return answered;
  }
}

test('waiting for a charge point uses nothing', async () => {
  let ends = 0;
  const asked = runInTurn({ end: () => void (ends += 1) }, () => fixture.central.sessionCalls.remoteStop('CP-1', 1000));
  expect(await Promise.all([asked, obey('RemoteStopTransaction', 1)]).then(([answer]) => answer)).toBe('accepted');
  expect(ends).toBe(1);
});

describe('many calls to one charge point', () => {
  test('that are the same become one call with one answer', async () => {
    const { sessionCalls } = fixture.central;
    const stops = Array.from({ length: 100 }, () => sessionCalls.remoteStop('CP-1', 1000));
    const started = sessionCalls.remoteStart('CP-1', start);
    const order = await obey('RemoteStartTransaction', 1);
    expect(await Promise.all([...stops, started])).toEqual(Array.from({ length: 101 }, () => 'accepted'));
    expect(order).toEqual(['RemoteStopTransaction 1000', 'RemoteStartTransaction 2']);
    // What was answered is asked anew.
    const again = sessionCalls.remoteStop('CP-1', 1000);
    chargePoint.say([3, (await chargePoint.wasAsked('RemoteStopTransaction', 2)).id, { status: 'Rejected' }]);
    expect(await again).toBe('rejected');
  });

  test('for different transactions do not block each other’s start and stop', async () => {
    const { sessionCalls } = fixture.central;
    const calls = [
      ...Array.from({ length: 50 }, (_, index) => sessionCalls.remoteStop('CP-1', 1000 + index)),
      sessionCalls.remoteStart('CP-1', start),
    ];
    const order = await obey('RemoteStopTransaction', 50);
    await Promise.all(calls);
    expect(order.indexOf('RemoteStartTransaction 2')).toBeLessThanOrEqual(2);
  });

  test('without limit are refused before they fill the memory', async () => {
    const calls = Array.from({ length: 1_000 }, (_, index) =>
      fixture.central.sessionCalls.remoteStop('CP-1', 1000 + index),
    );
    const results = Promise.allSettled(calls);
    await chargePoint.wasAsked('RemoteStopTransaction');
    chargePoint.socket.terminate();
    const codes = (await results).map((result) => result.status === 'rejected' && result.reason.code);
    expect(codes.filter((code) => code === 'charger_offline')).toHaveLength(200);
  });
});

test('a start whose answer cannot be read is rejected. The answer is logged as sent, and as a violation, not as a refusal', async () => {
  const started = fixture.central.sessionCalls.remoteStart('CP-1', start);
  const { id } = await chargePoint.wasAsked('RemoteStartTransaction');
  const answer = `[3,"${id}",${'['.repeat(100)}${']'.repeat(100)}]`;
  chargePoint.say(answer);
  expect(await started).toBe('rejected');
  expect(fixture.said.find(({ messageId }) => messageId === id)).toMatchObject({ answer, answerCode: 'CALLRESULT' });
  expect(fixture.logged.map(({ event }) => event)).toEqual(['ocpp.violation']);
});

test('a call that finds its link gone was never sent, and the message log does not contain it', async () => {
  const said: Exchange[] = [];
  const clock = new TestClock('2026-11-20T08:36:00.000Z');
  const logExchange = (message: Exchange) => void said.push(message);
  const calls = new OutboundCalls({ send: () => false, logExchange, clock, timeoutMs: 10_000 });
  const asked = calls.ask('Reset', { type: 'Soft' }, { kind: 'other', target: '' });
  calls.close();
  await expect(asked).rejects.toMatchObject({ code: 'charger_offline' });
  expect(said).toEqual([]);
});

test('each connector has one call in flight before any has a second; starts and stops alternate, and others come last', () => {
  const call = fc.record({
    kind: fc.constantFrom<CallKind>('start', 'stop', 'other'),
    target: fc.constantFrom('1', '2', '3'),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40, size: 'max' }), (calls) => {
      const queue = new FairQueue<(typeof calls)[number]>();
      for (const one of calls) queue.push(one, one);
      const order = Array.from({ length: calls.length }, () => queue.shift()!);
      expect([queue.size, queue.shift()]).toEqual([0, undefined]);
      for (const kind of ['start', 'stop', 'other'] as const) {
        const ofKind = order.filter((one) => one.kind === kind);
        const connectors = new Set(ofKind.map(({ target }) => target));
        expect(new Set(ofKind.slice(0, connectors.size).map(({ target }) => target))).toEqual(connectors);
      }
      const urgent = order.filter(({ kind }) => kind !== 'other');
      expect(order.slice(0, urgent.length)).toEqual(urgent);
      const both =
        2 * Math.min(...(['start', 'stop'] as const).map((kind) => urgent.filter((one) => one.kind === kind).length));
      for (let index = 1; index < both; index += 1) expect(order[index]?.kind).not.toBe(order[index - 1]?.kind);
    }),
  );
});

import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { BareChargePoint, ocppFixture, type OcppFixture } from '#testing/charge-point-fixture.ts';
import { RawLink, wsFrame } from '#testing/raw-link.ts';
import { CLOSE_TIMEOUT_MS, MAX_UNFINISHED_LINKS } from './link-limits.ts';

const MEGABYTE = { vendorId: 'v', data: 'x'.repeat(900_000) };
const LONG = { connectorId: 1, vendor: 'x'.repeat(1_500_000) };
const OPCODE = { text: 1, binary: 2, ping: 9, pong: 10 };

let fixture: OcppFixture;
let clock: TestClock;
let honest: BareChargePoint;

beforeEach(async () => {
  clock = new TestClock('2026-11-20T08:36:00.000Z');
  fixture = await ocppFixture({ clock });
  honest = await new BareChargePoint(`${fixture.url}/CP-HONEST`).open();
});

afterEach(async () => {
  honest.socket.terminate();
  const closed = fixture.close();
  // A link that is held back does not read that the other side closes too.
  clock.advance(CLOSE_TIMEOUT_MS);
  await closed;
});

const isServed = async (): Promise<boolean> => (await honest.call('Heartbeat', {}))[0] === 3;

/** Leaves samples unkept until the answer is called. */
function holdSamples(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  fixture.listener.answers.metered = () => promise;
  return resolve;
}

async function sendsLong(chargePointId: string): Promise<BareChargePoint> {
  const chargePoint = await new BareChargePoint(`${fixture.url}/${chargePointId}`).open();
  chargePoint.say([2, 'long', 'MeterValues', LONG]);
  return chargePoint;
}

const endOf = async ({ socket }: BareChargePoint): Promise<unknown> => (await once(socket, 'close'))[0];

/** Settles when the link of a charge point has ended. */
async function ended(chargePointId: string): Promise<void> {
  for (let seen = 0; !fixture.listener.of('disconnected').includes(chargePointId); seen += 1)
    await fixture.listener.atLeast('disconnected', seen + 1);
}

describe('a charge point can end only its own link', () => {
  test('with a frame whose type is thousands of lists deep', async () => {
    const hostile = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    hostile.say(`[${'['.repeat(5_000)}${']'.repeat(5_000)},"x1"]`);
    await hostile.call('Heartbeat', {});
    expect(await isServed()).toBe(true);
  });

  test.each(['ocpp2.0', ''])('with bytes that are no frame, where no subprotocol was agreed: %j', async (protocol) => {
    const hostile = new RawLink(`${fixture.url}/CP-1`, { protocol });
    expect(await hostile.status()).toContain('101');
    hostile.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    await hostile.closed;
    expect(await isServed()).toBe(true);
  });

  test('with bytes that are no frame, on an open link', async () => {
    const hostile = new RawLink(`${fixture.url}/CP-1`);
    await fixture.listener.atLeast('connected', 2);
    hostile.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    await ended('CP-1');
    expect(await isServed()).toBe(true);
  });

  test('with a message that triggers a bug of ours', async () => {
    const hostile = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    const closed = once(hostile.socket, 'close');
    const now = clock.now.bind(clock);
    clock.now = () => {
      clock.now = now;
      throw new Error('a bug');
    };
    hostile.say([2, '1', 'Heartbeat', {}]);
    await closed;
    expect(await isServed()).toBe(true);
    expect(fixture.logged.find(({ event }) => event === 'ocpp.link_failed')).toMatchObject({
      chargePointId: 'CP-1',
      error: { message: 'a bug' },
    });
  });

  test.each(['end', 'resetAndDestroy'] as const)(
    'with a socket that is gone before it is accepted: %s',
    async (leave) => {
      const before = fixture.lookedUp.length;
      for (let times = 0; times < 20; times += 1)
        new RawLink(`${fixture.url}/CP-${times}`).socket.once('connect', leave === 'end' ? endIt : resetIt);
      while (fixture.lookedUp.length < before + (leave === 'end' ? 20 : 0)) await new Promise(setImmediate);
      expect(await isServed()).toBe(true);
    },
  );

  test('by writing on after it was asked to leave', async () => {
    const hostile = new RawLink(`${fixture.url}/CP-1`, { protocol: '' });
    await hostile.status();
    for (let times = 0; times < 100; times += 1) hostile.write(wsFrame(OPCODE.text, '[2,"x","Heartbeat",{}]'));
    expect(await isServed()).toBe(true);
    clock.advance(2_000);
    await hostile.closed;
    expect(fixture.listener.of('connected')).toEqual(['CP-HONEST']);
  });
});

function endIt(this: RawLink['socket']): void {
  this.end();
}

function resetIt(this: RawLink['socket']): void {
  this.resetAndDestroy();
}

describe('a charge point that does not read, or sends nothing useful', () => {
  test('does not get message ids of thousands of letters back, and its link is closed after some of them', async () => {
    const hostile = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    const closed = once(hostile.socket, 'close');
    let heard = 0;
    hostile.socket.on('message', () => (heard += 1));
    const id = 'x'.repeat(100_000);
    for (let times = 0; times < 30; times += 1) hostile.say(`[9,"${id}"]`);
    expect((await closed)[0]).toBe(1002);
    expect(heard).toBe(0);
    expect(fixture.central.counts()).toMatchObject({ 'ocpp.malformed_frames': 1 });
    expect(await isServed()).toBe(true);
  });

  test('is forgiven an occasional broken frame', async () => {
    const chargePoint = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    for (let times = 0; times < 60; times += 1) {
      chargePoint.say('{"broken":');
      await chargePoint.call('Heartbeat', {});
      clock.advance(30_000);
    }
    expect(fixture.central.isOnline('CP-1')).toBe(true);
  });

  test('is cut off before its unread answers fill the memory [OCPP-18]', async () => {
    const hostile = new RawLink(`${fixture.url}/CP-1`);
    await fixture.listener.atLeast('connected', 2);
    hostile.socket.pause();
    const id = 'अ'.repeat(36);
    const calls = Buffer.concat(
      Array.from({ length: 1_000 }, () => wsFrame(OPCODE.text, `[2,"${id}","NoSuchAction",{}]`)),
    );
    for (let times = 0; times < 200; times += 1) hostile.write(calls);
    await ended('CP-1');
    expect(fixture.central.counts()).toMatchObject({ 'ocpp.link_not_reading': 1 });
    expect(await isServed()).toBe(true);
    hostile.socket.destroy();
  });

  test.each([
    ['pings', wsFrame(OPCODE.ping, 'x'.repeat(125))],
    ['pongs', wsFrame(OPCODE.pong, '')],
    ['empty frames', wsFrame(OPCODE.text, '')],
    ['answers to nobody', wsFrame(OPCODE.text, '[3,"nobody",{}]')],
  ])('one that floods its link with %s is cut off [OCPP-18]', async (_name, frame) => {
    const hostile = new RawLink(`${fixture.url}/CP-1`);
    await fixture.listener.atLeast('connected', 2);
    for (let times = 0; times < 2_000; times += 1) hostile.write(frame);
    await ended('CP-1');
    expect(fixture.central.counts()).toMatchObject({ 'ocpp.link_flooded': 1 });
    expect(await isServed()).toBe(true);
  });

  test('gets answers to its own pings, with their contents', async () => {
    const pong = once(honest.socket, 'pong');
    honest.socket.ping('are you there');
    expect(String((await pong)[0])).toBe('are you there');
  });

  test('is read more slowly after some megabytes, but completely', async () => {
    const hostile = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    let answered = 0;
    const pass = async (seconds: number): Promise<number> => {
      for (let second = 0; second < seconds; second += 1) {
        clock.advance(1_000);
        // What could be answered by now was.
        for (let times = 0; times < 5; times += 1) expect(await isServed()).toBe(true);
      }
      return answered;
    };
    const answers = Array.from({ length: 8 }, () => hostile.call('DataTransfer', MEGABYTE).then(() => (answered += 1)));
    await Promise.all(answers.slice(0, 5));
    expect(await pass(3)).toBe(5);
    await pass(4);
    await answers[5];
    expect(fixture.central.counts()).toMatchObject({ 'ocpp.held_back': expect.any(Number) });
    // 64 kB a second: the next has to wait until that one is paid for.
    expect(await pass(10)).toBe(6);
    expect(await pass(10)).toBe(7);
    await pass(10);
    await Promise.all(answers);
    expect(fixture.central.isOnline('CP-1')).toBe(true);
  });

  test('may send a longer message on its next link after one was too long, up to a limit', async () => {
    const first = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    const closed = once(first.socket, 'close');
    first.say([2, 'long', 'MeterValues', LONG]);
    expect((await closed)[0]).toBe(1009);
    const second = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    const ended = once(second.socket, 'close');
    second.say([2, 'longer', 'MeterValues', { ...LONG, vendor: 'x'.repeat(9_000_000) }]);
    expect((await ended)[0]).toBe(1009);
    const third = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    const done = once(third.socket, 'close');
    expect((await third.call('MeterValues', LONG))[0]).toBe(3);
    // One it was, and not for ever.
    expect((await done)[0]).toBe(1012);
    expect(await endOf(await sendsLong('CP-1'))).toBe(1009);
    // Another may not.
    const other = await new BareChargePoint(`${fixture.url}/CP-2`).open();
    const refused = once(other.socket, 'close');
    other.say([2, 'long', 'MeterValues', LONG]);
    expect((await refused)[0]).toBe(1009);
    expect(await isServed()).toBe(true);
  });

  test('does not keep others from sending long messages for ever', async () => {
    await fixture.close();
    // None of them is ended for its silence.
    fixture = await ocppFixture({ clock, pingIntervalMs: 60 * 60_000 });
    const idle: BareChargePoint[] = [];
    for (let number = 0; number < 16; number += 1) {
      await endOf(await sendsLong(`CP-IDLE-${number}`));
      idle.push(await new BareChargePoint(`${fixture.url}/CP-IDLE-${number}`).open());
    }
    for (let times = 0; times < 2; times += 1) expect(await endOf(await sendsLong('CP-1'))).toBe(1009);
    const ended = idle.map(({ socket }) => once(socket, 'close'));
    clock.advance(10 * 60_000);
    for (const [code] of await Promise.all(ended)) expect(code).toBe(1012);
    const last = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    expect((await last.call('MeterValues', LONG))[0]).toBe(3);
  });

  test('has its stop accepted without the samples if there are far too many', async () => {
    const sample = { timestamp: '2026-11-20T08:36:00Z', sampledValue: [{ value: '1' }] };
    const transactionData = Array.from({ length: 18_000 }, () => sample);
    const chargePoint = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    const stop = { transactionId: 7, meterStop: 9, timestamp: '2026-11-20T08:36:00Z', transactionData };
    expect(JSON.stringify(stop).length).toBeGreaterThan(1_000_000);
    const closed = once(chargePoint.socket, 'close');
    chargePoint.say([2, 'stop', 'StopTransaction', stop]);
    await closed;
    const again = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    expect(await again.call('StopTransaction', stop)).toEqual([3, expect.any(String), {}]);
    expect(await fixture.listener.atLeast('stopped', 1)).toMatchObject([
      { transactionId: 7, meterStopWh: 9, readings: [] },
    ]);
    expect(fixture.central.violationsOf('CP-1')).toMatchObject({ framing: 1 });
  });

  test('is still slowed down after it reconnects, and is not read until then', async () => {
    const first = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    for (let times = 0; times < 5; times += 1) await first.call('DataTransfer', MEGABYTE);
    first.socket.terminate();
    const second = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    let isAnswered = false;
    const answer = second.call('Heartbeat', {}).then(() => (isAnswered = true));
    for (let times = 0; times < 5; times += 1) expect(await isServed()).toBe(true);
    expect(isAnswered).toBe(false);
    for (let seconds = 0; seconds < 6; seconds += 1) clock.advance(1_000);
    await answer;
  });

  test('is read no further than its share on a link that was replaced', async () => {
    const release = holdSamples();
    const first = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    void first.call('MeterValues', { connectorId: 1 });
    await fixture.listener.atLeast('metered', 1);
    const second = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    for (let times = 0; times < 30; times += 1) void first.call('DataTransfer', MEGABYTE);
    for (let times = 0; times < 100; times += 1) expect(await isServed()).toBe(true);
    expect(first.socket.bufferedAmount).toBeGreaterThan(5_000_000);
    first.socket.terminate();
    second.socket.terminate();
    release();
  });

  test('is refused while it reconnects faster than its messages are handled', async () => {
    const release = holdSamples();
    for (let times = 0; times < MAX_UNFINISHED_LINKS; times += 1) {
      const link = await new BareChargePoint(`${fixture.url}/CP-1`).open();
      void link.call('MeterValues', { connectorId: 1 });
    }
    await fixture.listener.atLeast('metered', 1);
    const another = () => new BareChargePoint(`${fixture.url}/CP-1`).open();
    await expect(another()).rejects.toThrow('503');
    expect(fixture.central.counts()).toMatchObject({ 'ocpp.too_many_links': 1 });
    expect(await isServed()).toBe(true);
    release();
    const until = async (): Promise<BareChargePoint> => another().catch(until);
    expect((await (await until()).call('Heartbeat', {}))[0]).toBe(3);
  });

  test('has its large messages read one by one if it sends without waiting', async () => {
    const release = holdSamples();
    const hostile = await new BareChargePoint(`${fixture.url}/CP-1`).open();
    let answered = 0;
    const isAnswered = (): boolean => answered === 20;
    for (let times = 0; times < 20; times += 1)
      void hostile
        .call('MeterValues', { connectorId: 1, filler: 'x'.repeat(900_000) })
        .then(([type]) => (answered += Number(type === 3)));
    await fixture.listener.atLeast('metered', 1);
    // The charge point is not read any more: its own pings stay unanswered, and it is not taken for dead.
    for (let times = 0; times < 3; times += 1) {
      clock.advance(30_000);
      expect(await isServed()).toBe(true);
    }
    expect(fixture.central.isOnline('CP-1')).toBe(true);
    expect(hostile.socket.bufferedAmount).toBeGreaterThan(1_000_000);
    release();
    while (!isAnswered()) {
      clock.advance(1_000);
      expect(await isServed()).toBe(true);
    }
  });
});

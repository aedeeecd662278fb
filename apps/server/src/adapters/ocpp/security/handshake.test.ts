import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { BareChargePoint, ocppFixture, PASSWORD, type OcppFixture } from '#testing/charge-point-fixture.ts';
import { HANDSHAKE_RETRY_SECONDS } from '../links/link-limits.ts';

const CARRIER = '203.0.113.7';

let fixture: OcppFixture;
let clock: TestClock;
const chargePoints: BareChargePoint[] = [];

beforeEach(async () => {
  clock = new TestClock('2026-11-20T08:36:00.000Z');
  fixture = await ocppFixture({ clock });
});

afterEach(async () => {
  for (const { socket } of chargePoints.splice(0)) socket.terminate();
  await fixture.close();
});

/** The status that a charge point is answered with, 101 when it is let in. */
async function status(id: string, options: ConstructorParameters<typeof BareChargePoint>[1] = {}): Promise<number> {
  const chargePoint = new BareChargePoint(`${fixture.url}/${id}`, { from: CARRIER, ...options });
  chargePoints.push(chargePoint);
  return chargePoint.open().then(
    () => 101,
    (error: Error) => Number(error.message),
  );
}

const guess = (id: string) => status(id, { password: 'a guess' });

async function guessTillRefused(idOf: (index: number) => string, max = 200): Promise<number> {
  for (let index = 0; index < max; index += 1) if ((await guess(idOf(index))) === 429) return index;
  return max;
}

const events = (): (string | undefined)[] => fixture.logged.map(({ event }) => event).filter(Boolean);

describe('the reasons for refusing a charge point are distinguished', () => {
  test('an unknown id, a missing secret, a wrong secret and a wrong subprotocol are logged and counted separately', async () => {
    expect(await status('STRANGER')).toBe(404);
    expect(await status('CP-1', { password: null })).toBe(401);
    expect(await status('CP-1', { password: '' })).toBe(401);
    expect(await status('CP-1', { password: 'a guess' })).toBe(401);
    const other = new BareChargePoint(`${fixture.url}/CP-1`, { protocols: ['ocpp2.0.1'] });
    // This client, too, will not go on without a subprotocol.
    other.socket.on('error', () => undefined);
    await new Promise((resolve) => other.socket.once('close', resolve));
    expect(fixture.central.counts()).toEqual({
      'ocpp.unknown_charge_point': 1,
      'ocpp.missing_secret': 2,
      'ocpp.wrong_secret': 1,
      'ocpp.wrong_subprotocol': 1,
    });
    expect(fixture.logged).toMatchObject([
      { event: 'ocpp.unknown_charge_point', address: CARRIER, stranger: 'STRANGER' },
      { event: 'ocpp.missing_secret', chargePointId: 'CP-1', address: CARRIER },
      { event: 'ocpp.wrong_secret', chargePointId: 'CP-1', address: CARRIER },
      { event: 'ocpp.wrong_subprotocol', chargePointId: 'CP-1', offered: 'ocpp2.0.1' },
    ]);
  });

  test('a charge point that keeps trying is logged once and counted for a minute', async () => {
    for (let times = 0; times < 10; times += 1) await guess('CP-1');
    expect(events()).toEqual(['ocpp.wrong_secret']);
    await guess('CP-2');
    clock.advance(60_000);
    expect(fixture.logged).toMatchObject([
      { event: 'ocpp.wrong_secret', chargePointId: 'CP-1' },
      { event: 'ocpp.wrong_secret', chargePointId: 'CP-2' },
      { event: 'ocpp.wrong_secret', chargePointId: 'CP-1', repeated: 9 },
    ]);
    expect(fixture.central.counts()['ocpp.wrong_secret']).toBe(11);
  });

  test('an endless id is shortened in the log', async () => {
    await guess('X'.repeat(10_000));
    expect(JSON.stringify(fixture.logged).length).toBeLessThan(1_000);
  });
});

describe('guesses', () => {
  test('of ids are refused after thirty from one address, before the database is asked, and then allowed at a person’s pace [OCPP-2]', async () => {
    expect(await guessTillRefused((index) => `STRANGER-${index}`)).toBe(30);
    const asked = fixture.lookedUp.length;
    expect(await guess('STRANGER-X')).toBe(429);
    expect(fixture.lookedUp).toHaveLength(asked);
    expect(await status('STRANGER', { from: '203.0.113.8' })).toBe(404);
    clock.advance(2_000);
    expect(await guess('STRANGER-Y')).toBe(404);
    expect(await guess('STRANGER-Z')).toBe(429);
    clock.advance(60_000);
    expect(await guessTillRefused(() => 'STRANGER')).toBe(30);
  });

  test('of one charge point’s secret are refused in the same way, before the database is asked', async () => {
    expect(await guessTillRefused(() => 'CP-1')).toBe(30);
    const asked = fixture.lookedUp.length;
    expect(await guess('CP-1')).toBe(429);
    expect(await status('CP-1', { password: null })).toBe(429);
    expect(fixture.lookedUp).toHaveLength(asked);
  });

  test('at the same moment are limited to the same number', async () => {
    const answers = await Promise.all(Array.from({ length: 90 }, (_, index) => guess(`STRANGER-${index}`)));
    expect(answers.filter((answer) => answer !== 429)).toHaveLength(30);
  });

  test('get an answer that says when to try again', async () => {
    await guessTillRefused(() => 'STRANGER');
    expect(await retryAfterOf('STRANGER')).toBe('60');
  });
});

async function retryAfterOf(id: string): Promise<unknown> {
  const { socket } = new BareChargePoint(`${fixture.url}/${id}`, { from: CARRIER });
  const [request, { headers }] = await once(socket, 'unexpected-response');
  socket.on('error', () => undefined);
  request.destroy();
  return headers['retry-after'];
}

describe('a charge point with the right secret is accepted', () => {
  test('from the address of an attacker, even when it connects for the first time [OCPP-2]', async () => {
    await guessTillRefused((index) => `STRANGER-${index}`);
    expect(await status('CP-NEW')).toBe(101);
  });

  test('when it connects for the first time since the server started, while its secret is guessed from its own address [OCPP-2]', async () => {
    await guessTillRefused(() => 'CP-1');
    expect(await status('CP-1')).toBe(101);
    expect(await guess('CP-1')).toBe(429);
  });

  test('with its new secret only, half a minute after the change', async () => {
    await guessTillRefused(() => 'CP-1');
    expect(await status('CP-1')).toBe(101);
    fixture.secrets.set('CP-1', 'another secret of it');
    expect(await status('CP-1')).toBe(401);
    expect(await status('CP-1', { password: 'another secret of it' })).toBe(429);
    clock.advance(30_000);
    await guessTillRefused(() => 'CP-1');
    expect(await status('CP-1', { password: 'another secret of it' })).toBe(101);
  });

  test('together with a thousand others behind one address', async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => status(`CP-${index}`)));
    expect(answers.every((answer) => answer === 101)).toBe(true);
    expect(fixture.central.counts()).toEqual({});
  });

  test('again and again, while its secret is guessed from its own address', async () => {
    expect(await status('CP-1')).toBe(101);
    await guessTillRefused(() => 'CP-1');
    for (let times = 0; times < 100; times += 1) expect(await status('CP-1')).toBe(101);
  });

  test('after an earlier look-up of its secret failed', async () => {
    for (let times = 0; times < 40; times += 1) expect(await status('CP-UNREADABLE')).toBe(503);
    expect(await status('CP-1')).toBe(101);
  });

  test.each([
    ['as the text that was registered', (key: Buffer) => key.toString('hex')],
    ['as hex of the other case', (key: Buffer) => key.toString('hex').toUpperCase()],
    ['as the bytes of its key', (key: Buffer) => key],
  ])('with a key of bytes, which it sends %s', async (_how, sent) => {
    const key = randomBytes(20);
    fixture.secrets.set('CP-KEY', key.toString('hex'));
    expect(await status('CP-KEY', { password: sent(key) })).toBe(101);
    expect(await status('CP-KEY', { password: sent(randomBytes(20)) })).toBe(401);
    expect(await status('CP-1', { password: PASSWORD.toUpperCase() })).toBe(401);
  });
});

test('if too many charge points connect at once they are told when to try again, and unknown ones do not take their places [OPS-36]', async () => {
  await fixture.close();
  fixture = await ocppFixture({ clock, handshakes: { burst: 2, perSecond: 1 } });
  for (let guesses = 0; guesses < 5; guesses += 1) expect(await guess('CP-1')).toBe(401);
  expect([await status('CP-1'), await status('CP-2')]).toEqual([101, 101]);
  const { socket } = new BareChargePoint(`${fixture.url}/CP-3`, { from: CARRIER });
  socket.on('error', () => undefined);
  const [request, refused] = (await once(socket, 'unexpected-response')) as [ClientRequest, IncomingMessage];
  request.destroy();
  expect(refused.statusCode).toBe(503);
  const { from, to } = HANDSHAKE_RETRY_SECONDS;
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(from);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(to);
  expect(fixture.central.counts()).toMatchObject({ 'ocpp.too_many_handshakes': 1 });
  clock.advance(1_000);
  expect([await status('CP-3'), await status('CP-4')]).toEqual([101, 503]);
});

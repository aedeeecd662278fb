import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { importStations } from '#modules/network/index.ts';
import { askCommand, createCommands, type CommandRequest, type Commands } from '#modules/operations/index.ts';
import { hasBoughtSession } from '#modules/sessions/index.ts';
import { STATION } from '#testing/app.ts';
import { BareChargePoint, ocppFixture, type OcppFixture } from '#testing/charge-point-fixture.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { operationRules } from './operation-rules.ts';

const database = await testDatabase();
const [FAST] = STATION.chargers;
await importStations(database, new Date(), [{ ...STATION, chargers: [{ ...FAST, id: 'CP-1' }] }]);

const ports = { operationRules, hasBoughtSession, hasTls: true };
let clock: TestClock;
let fixture: OcppFixture;
let commands: Commands;
let chargePoint: BareChargePoint | undefined;

beforeEach(async () => {
  clock = new TestClock('2026-11-20T10:00:00Z');
  fixture = await ocppFixture({ clock });
  startCommands();
  chargePoint = undefined;
});
afterEach(async () => {
  chargePoint?.socket.terminate();
  await fixture.close();
  await commands.close();
});

/** A server's commands, as they are after each start. */
function startCommands(): void {
  commands = createCommands({ database, clock, log: testLog, calls: fixture.central.calls, ...ports });
  fixture.listener.answers.answeredLate = commands.answeredLate;
}

async function connect(): Promise<BareChargePoint> {
  chargePoint = await new BareChargePoint(`${fixture.url}/CP-1`).open();
  await chargePoint.call('Heartbeat', {});
  return chargePoint;
}

const ask = (more: Partial<CommandRequest> = {}) =>
  commands.ask({ chargePointId: 'CP-1', operation: 'ClearCache', payload: {}, askedBy: 'a test', ...more });
const after = (ms: number) => new Date(clock.now().getTime() + ms);
/** Once what the server does at this time is done. */
async function runCheck(): Promise<void> {
  await commands.checkCommands();
  await commands.close();
}

test('a command for an offline charge point is refused at once', async () => {
  const { id } = await ask();
  expect(await commands.waitForAnswer(id, SECOND_MS)).toMatchObject({
    state: 'refused',
    problem: 'offline',
    sentAt: null,
  });
});

test('a command with a deadline waits for the link and is sent when it is up', async () => {
  const { id } = await ask({ deadlineAt: after(HOUR_MS) });
  clock.advance(30 * MINUTE_MS);
  await runCheck();
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'asked' });
  const { socket } = await connect();
  await commands.checkCommands();
  const asked = await chargePoint?.wasAsked('ClearCache');
  socket.send(JSON.stringify([3, asked?.id, { status: 'Accepted' }]));
  expect(await commands.waitForAnswer(id, SECOND_MS)).toMatchObject({ state: 'done' });
});

test('a command with a deadline waits again if the link is lost while it is sent, and a secret is sent unchanged', async () => {
  const call = async () => ({ kind: 'unsent', why: 'offline' }) as const;
  commands = createCommands({ database, clock, log: testLog, calls: { isOnline: () => true, call }, ...ports });
  const hurried = await ask();
  expect(await commands.waitForAnswer(hurried.id, SECOND_MS)).toMatchObject({ state: 'refused', problem: 'offline' });
  const payload = { key: 'AuthorizationKey', value: '99112233445566778899aabbccddeeff00112233' };
  const { id } = await ask({ operation: 'ChangeConfiguration', payload, deadlineAt: after(HOUR_MS) });
  await commands.close();
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'asked', sentAt: null, endedAt: null });
  const { rows } = await database.$client.query("select pending_password_hash as hash from chargers where id = 'CP-1'");
  expect(rows).toEqual([{ hash: null }]);
  startCommands();
  const one = await connect();
  await commands.checkCommands();
  expect(await one.wasAsked('ChangeConfiguration')).toMatchObject({ id, payload });
  one.say([3, id, { status: 'Rejected' }]);
  expect(await commands.waitForAnswer(id, SECOND_MS)).toMatchObject({
    state: 'failed',
    payload: { value: '[blanked]' },
  });
});

test('a closing link counts as offline: a command with a deadline waits for the next link', async () => {
  await connect();
  const ended = fixture.central.close();
  expect(fixture.central.calls.isOnline('CP-1')).toBe(false);
  const { id } = await ask({ deadlineAt: after(HOUR_MS) });
  await commands.close();
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'asked', problem: null });
  await ended;
  clock.advance(HOUR_MS);
  await runCheck();
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'refused', problem: 'late' });
});

test('after its deadline a command is refused, with or without a link', async () => {
  const { id } = await ask({ deadlineAt: after(MINUTE_MS) });
  clock.advance(MINUTE_MS);
  await connect();
  await runCheck();
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'refused', problem: 'late' });
  expect(chargePoint?.asked).toEqual([]);
});

test('a command without an answer times out and is not sent again; a late answer settles it', async () => {
  const one = await connect();
  const { id } = await ask();
  await one.wasAsked('ClearCache');
  clock.advance(15 * SECOND_MS);
  expect(await commands.waitForAnswer(id, SECOND_MS)).toMatchObject({ state: 'timed_out', problem: 'no answer' });
  await runCheck();
  expect(one.asked.filter(({ action }) => action === 'ClearCache')).toHaveLength(1);
  one.say([3, id, { status: 'Rejected' }]);
  await one.call('Heartbeat', {});
  await fixture.listener.atLeast('answeredLate', 1);
  await expect
    .poll(() => commands.find('CP-1', id))
    .toMatchObject({ state: 'failed', isLate: true, answer: { status: 'Rejected' } });
});

test.each([
  ['in time', false],
  ['late', true],
])('a command that is answered %s and then answered otherwise keeps its first answer', async (_when, isLate) => {
  const one = await connect();
  const { id } = await ask();
  await one.wasAsked('ClearCache');
  if (isLate) {
    clock.advance(15 * SECOND_MS);
    expect(await commands.waitForAnswer(id, SECOND_MS)).toMatchObject({ state: 'timed_out' });
    await runCheck();
  }
  one.say([3, id, { status: 'Accepted' }]);
  one.say([3, id, { status: 'Rejected' }]);
  one.say([4, id, 'GenericError', '', {}]);
  // The server reads the link in order, so it has seen all three.
  await one.call('Heartbeat', {});
  expect(fixture.listener.of('answeredLate')).toHaveLength(isLate ? 1 : 0);
  await expect.poll(() => commands.find('CP-1', id)).toMatchObject({ answer: expect.anything() });
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'done', answer: { status: 'Accepted' } });
});

test('a command whose link was lost times out, and an answer over the next link settles it', async () => {
  const first = await connect();
  const { id } = await ask();
  await first.wasAsked('ClearCache');
  first.socket.terminate();
  expect(await commands.waitForAnswer(id, MINUTE_MS)).toMatchObject({ state: 'timed_out' });
  (await connect()).say([3, id, { status: 'Accepted' }]);
  await expect.poll(() => commands.find('CP-1', id)).toMatchObject({ state: 'done', isLate: true });
});

test('after a crash, waiting commands are sent and sent ones are marked as timed out', async () => {
  const first = await connect();
  const sent = await ask();
  await first.wasAsked('ClearCache');
  const { rows } = await database.$client.query('select state from charger_commands where id = $1', [sent.id]);
  expect(rows).toEqual([{ state: 'sent' }]);
  const request = { chargePointId: 'CP-1', operation: 'GetLocalListVersion', payload: {}, askedBy: 'a test' };
  const waiting = await askCommand(database, ports, clock.now(), request);
  // The one that died answers nobody any more.
  fixture.listener.answers = {};
  clock.advance(5 * SECOND_MS);
  startCommands();
  await commands.endSentBefore();
  expect(await commands.find('CP-1', sent.id)).toMatchObject({ state: 'timed_out' });
  expect(await commands.find('CP-1', waiting.id)).toMatchObject({ state: 'asked' });
  // It has lost its link; within its deadline what waits goes out over the next.
  first.socket.terminate();
  await fixture.listener.atLeast('disconnected', 1);
  await runCheck();
  expect(await commands.find('CP-1', waiting.id)).toMatchObject({ state: 'asked' });
  const next = await connect();
  await commands.checkCommands();
  next.say([3, (await next.wasAsked('GetLocalListVersion')).id, { listVersion: 0 }]);
  expect(await commands.waitForAnswer(waiting.id, SECOND_MS)).toMatchObject({ state: 'done' });
  expect(next.asked.map(({ action }) => action)).not.toContain('ClearCache');
});

test('a command whose answer cannot be stored for minutes times out', async () => {
  const call = () => Promise.reject(new Error('the database is away'));
  commands = createCommands({ database, clock, log: testLog, calls: { isOnline: () => true, call }, ...ports });
  const { id } = await ask();
  await commands.close();
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'sent' });
  clock.advance(5 * MINUTE_MS);
  await runCheck();
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'timed_out' });
});

test('a command whose follow-up report never comes ends as failed', async () => {
  const one = await connect();
  const { id } = await ask({ operation: 'Reset', payload: { type: 'Hard' } });
  one.say([3, (await one.wasAsked('Reset')).id, { status: 'Accepted' }]);
  expect(await commands.waitForAnswer(id, SECOND_MS)).toMatchObject({ state: 'following' });
  clock.advance(HOUR_MS);
  await runCheck();
  expect(await commands.find('CP-1', id)).toMatchObject({ state: 'failed', problem: 'nothing more was heard' });
});

test('the same idempotency key is the same command; another request with it is refused, and each caller has own keys', async () => {
  const first = await ask({ idempotencyKey: 'k' });
  const both = await Promise.all([ask({ idempotencyKey: 'k' }), ask({ idempotencyKey: 'k' })]);
  expect(both.map(({ id }) => id)).toEqual([first.id, first.id]);
  await expect(ask({ idempotencyKey: 'k', operation: 'GetLocalListVersion' })).rejects.toMatchObject({
    code: 'idempotency_key_used',
  });
  expect((await ask({ idempotencyKey: 'k', askedBy: 'another' })).id).not.toBe(first.id);
  const [one, other] = await Promise.all([ask({ idempotencyKey: 'race' }), ask({ idempotencyKey: 'race' })]);
  expect(one?.id).toBe(other?.id);
});

test('a secret is in no row after it was sent', async () => {
  const one = await connect();
  const payload = { key: 'WifiPassword', value: 'hunter2hunter2' };
  const { id } = await ask({ operation: 'ChangeConfiguration', payload });
  expect((await one.wasAsked('ChangeConfiguration')).payload).toEqual(payload);
  one.say([3, id, { status: 'Accepted' }]);
  await commands.waitForAnswer(id, SECOND_MS);
  const { rows } = await database.$client.query('select c::text from charger_commands c where id = $1', [id]);
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});

test('commands are listed newest first, in pages, by state and operation, and are purged after a year', async () => {
  await database.$client.query('delete from charger_commands');
  const ids: string[] = [];
  for (const operation of ['ClearCache', 'GetLocalListVersion', 'ClearCache']) {
    const { id } = await ask({ operation });
    await commands.waitForAnswer(id, SECOND_MS);
    ids.unshift(id);
    clock.advance(SECOND_MS);
  }
  const first = await commands.list({ chargePointId: 'CP-1' }, { limit: 2, after: undefined });
  expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(first.next).toBeDefined();
  const cleared = await commands.list(
    { chargePointId: 'CP-1', operation: 'ClearCache', state: 'refused' },
    { limit: 9, after: undefined },
  );
  expect(cleared.rows).toHaveLength(2);
  clock.advance(366 * DAY_MS);
  await commands.purgeExpired();
  expect((await commands.list({ chargePointId: 'CP-1' }, { limit: 9, after: undefined })).rows).toEqual([]);
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test } from 'vitest';
import { dropPartitions, listPartitions, makePartitions } from '#db/migrations/partitions.ts';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import { createLog } from '#kernel/log.ts';
import { testDatabase, waitsForLock } from '#testing/database.ts';
import { createMessageLog, listMessages, type ChargePointMessage } from '../index.ts';

const database = await testDatabase();
const client = database.$client;
const START = '2026-11-23T23:59:58.000Z';

function logOf(days = 30) {
  const lines: { event: string; repeated?: number; problem?: string }[] = [];
  const clock = new TestClock(START);
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { clock, lines, messages: createMessageLog({ database, clock, log, days }) };
}

const said = (clock: TestClock, more: Partial<ChargePointMessage> = {}): ChargePointMessage => ({
  chargePointId: 'CP-1',
  at: clock.now(),
  direction: 'received',
  action: 'Heartbeat',
  messageId: '7',
  frame: '[2,"7","Heartbeat",{}]',
  answerCode: 'CALLRESULT',
  answer: '[3,"7",{"currentTime":"2026-11-23T23:59:58.000Z"}]',
  latencyMs: 4,
  ...more,
});
const PARTS = { table: 'charger_messages', by: 'said_at', agedBy: 'said_at', each: 'day', ahead: 0 } as const;
const count = async (where = 'true') =>
  (await client.query<{ count: number }>(`select count(*)::int as count from charger_messages where ${where}`)).rows[0]
    ?.count;
const kept = () => listMessages(database, 'CP-1', { limit: 100 });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Bytes of what is still held. */
function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

beforeEach(async () => {
  for (const part of await listPartitions(database, 'charger_messages'))
    await client.query(part.endsWith('_default') ? `truncate ${part}` : `drop table ${part}`);
});

test('messages are stored unchanged, and listed newest first', async () => {
  const { clock, messages } = logOf();
  const first = said(clock, { direction: 'sent', action: 'Reset', answerCode: null, answer: null, latencyMs: null });
  messages.add(first);
  clock.advance(SECOND_MS);
  const second = said(clock, { action: null, messageId: null, frame: 'nonsense ⚡', answer: null });
  messages.add(second);
  messages.add(said(clock, { chargePointId: 'CP-2' }));
  await messages.close();
  expect(await kept()).toEqual([second, first]);
  expect(await listMessages(database, 'CP-1', { since: second.at, limit: 9 })).toEqual([second]);
  expect(await listMessages(database, 'CP-1', { limit: 1 })).toEqual([second]);
});

test('messages are written a second later, all at once', async () => {
  const { clock, messages } = logOf();
  for (let nth = 0; nth < 5; nth += 1) messages.add(said(clock));
  expect(clock.nextDueInMs).toBe(SECOND_MS);
  clock.advance(SECOND_MS);
  expect(clock.nextDueInMs).toBeUndefined();
  await messages.close();
  expect(await count()).toBe(5);
});

test('the secret of a charge point is in no frame, however it is written', async () => {
  const { clock, messages } = logOf();
  const change = { key: 'AuthorizationKey', value: '00112233445566778899' };
  const read = {
    configurationKey: [
      { ...change, readonly: false },
      { key: 'Other', readonly: true, value: '5' },
    ],
  };
  messages.add(
    said(clock, { action: 'ChangeConfiguration', frame: JSON.stringify([2, '7', 'ChangeConfiguration', change]) }),
  );
  messages.add(said(clock, { action: 'GetConfiguration', answer: JSON.stringify([3, '7', read]) }));
  const escaped = JSON.stringify([2, '7', 'ChangeConfiguration', change]).replace('Auth', '\\u0041uth');
  messages.add(said(clock, { action: 'ChangeConfiguration', frame: escaped }));
  messages.add(said(clock, { action: null, frame: `${JSON.stringify(change)} and more` }));
  await messages.close();
  const text = JSON.stringify(await kept());
  expect(text).not.toContain('00112233445566778899');
  expect(text).toContain('\\"value\\":\\"5\\"');
});

test.each(['WebSocketPassword', 'wifi_passwd', 'ClientSecret', 'ApiToken', 'TlsPrivateKey', 'FtpCredentials'])(
  'the value of %s is a secret too, in requests and answers',
  async (key) => {
    const { clock, messages } = logOf();
    const setting = { key, value: 'hunter2' };
    const action = 'ChangeConfiguration';
    messages.add(said(clock, { direction: 'sent', action, frame: JSON.stringify([2, '7', action, setting]) }));
    const answer = JSON.stringify([3, '7', { configurationKey: [{ ...setting, readonly: false }] }]);
    messages.add(said(clock, { direction: 'sent', action: 'GetConfiguration', answer }));
    messages.add(said(clock, { action: null, messageId: null, frame: answer, answer: null }));
    await messages.close();
    const text = JSON.stringify(await kept());
    expect(text).not.toContain('hunter2');
    expect(text.split('[blanked]')).toHaveLength(4);
  },
);

test.each([
  ['ftp://user:hunter2@f.example/up', 'ftp://[blanked]@f.example/up'],
  ['ftp://hunter2@f.example:2121', 'ftp://[blanked]@f.example:2121'],
  ['sftp://u:hunter2@at@f.example/a@b', 'sftp://[blanked]@f.example/a@b'],
  ['ftp://u:hun/ter2@f.example/up', 'ftp://[blanked]@f.example/up'],
  ['https://f.example:8443/a@b', 'https://f.example:8443/a@b'],
  ['https://f.example/1?sig=hunter2&x=y', 'https://f.example/1?sig=[blanked]&x=[blanked]'],
  ['ftp://u:hunter2@a.example,ftp://u:hunter2@b.example', 'ftp://[blanked]@a.example,ftp://[blanked]@b.example'],
])('an address is stored without user name, password and query: %s', async (location, shown) => {
  const { clock, messages } = logOf();
  const whole = JSON.stringify([2, '7', 'GetDiagnostics', { location }]);
  const cutShort = `${JSON.stringify([2, '7', 'UpdateFirmware', { location, more: '' }]).slice(0, -4)}${'x'.repeat(20_000)}`;
  for (const frame of [whole, whole.replaceAll('/', '\\/'), cutShort, `${location} is no JSON`])
    messages.add(said(clock, { action: 'GetDiagnostics', frame, answer: null }));
  await messages.close();
  const frames = (await kept()).map(({ frame }) => frame.replaceAll('\\/', '/'));
  expect(frames).toHaveLength(4);
  for (const frame of frames) expect(frame).toContain(shown);
  expect(JSON.stringify(frames)).not.toMatch(/hunter2|ter2@/);
});

test('characters that the database cannot store affect only themselves, and an endless frame is cut', async () => {
  const { clock, messages } = logOf();
  messages.add(said(clock, { frame: 'a\0b', action: 'c\0d', messageId: 'e\0f' }));
  messages.add(said(clock, { frame: 'x'.repeat(1_000_000) }));
  await messages.close();
  expect((await kept()).map(({ frame }) => frame.length).toSorted((a, b) => a - b)).toEqual([3, 16_384]);
});

test('a message that the database refuses does not affect others, wherever it is in the batch', async () => {
  const { clock, lines, messages } = logOf();
  const refused = new Set([0, 1, 613, 999, 1_500]);
  for (let nth = 0; nth < 1_501; nth += 1)
    messages.add(said(clock, { messageId: String(nth), chargePointId: refused.has(nth) ? 'CP\0' : 'CP-1' }));
  await messages.close();
  expect(await count()).toBe(1_501 - refused.size);
  expect(await count(`message_id in ('0', '1', '613', '999', '1500')`)).toBe(0);
  clock.advance(60 * SECOND_MS);
  expect(lines).toMatchObject([{ problem: 'not written' }, { repeated: refused.size - 1 }]);
});

test('of a long message only the stored part is held in memory', async () => {
  const { clock, messages } = logOf();
  const MEGABYTE = 1_000_000;
  const before = heapUsed();
  for (let nth = 0; nth < 100; nth += 1) {
    const long = Buffer.alloc(MEGABYTE, 'x').toString();
    const part = long.slice(0, 36);
    messages.add(said(clock, { frame: long, action: part, messageId: part, answerCode: part, answer: null }));
  }
  expect(heapUsed() - before).toBeLessThan(20 * MEGABYTE);
  await messages.close();
  expect(await count()).toBe(100);
});

test('with zero days nothing is stored', async () => {
  const { clock, messages } = logOf(0);
  messages.add(said(clock));
  await messages.createDayPartitions();
  await messages.close();
  expect([await count(), await listPartitions(database, 'charger_messages')]).toEqual([
    0,
    ['charger_messages_default'],
  ]);
});

describe('if there is no room', () => {
  test('a message is dropped and counted, once a minute, and nothing waits', async () => {
    const { clock, lines, messages } = logOf();
    // All in one turn: nothing can be written meanwhile.
    for (let nth = 0; nth < 50_003; nth += 1)
      messages.add(said(clock, { chargePointId: `CP-${nth % 50}`, answer: null }));
    expect(lines).toMatchObject([{ event: 'charge_point.message_not_logged', problem: 'too many wait' }]);
    clock.advance(60 * SECOND_MS);
    expect(lines.slice(1)).toMatchObject([{ event: 'charge_point.message_not_logged', repeated: 2 }]);
    await messages.close();
    expect(await count()).toBe(50_000);
  });

  test('a charge point with too many messages has only its share, and others have theirs', async () => {
    const { clock, lines, messages } = logOf();
    const long = 'x'.repeat(16_384);
    for (let nth = 0; nth < 300; nth += 1) messages.add(said(clock, { frame: long, answer: null }));
    messages.add(said(clock, { chargePointId: 'CP-2' }));
    await messages.close();
    expect(await count(`charger_id = 'CP-1'`)).toBe(256);
    expect(await count(`charger_id = 'CP-2'`)).toBe(1);
    expect(lines).toMatchObject([{ problem: 'a charge point says too much' }]);
  });
});

test('messages that wait while the table cannot be written are written later, or counted as lost at the end', async () => {
  const { clock, lines, messages } = logOf();
  await client.query('alter table charger_messages rename to charger_messages_gone');
  messages.add(said(clock));
  await messages.close();
  await client.query('alter table charger_messages_gone rename to charger_messages');
  expect(lines).toMatchObject([{ problem: 'not written' }]);
  messages.add(said(clock));
  await messages.close();
  expect(await count()).toBe(1);
});

describe('days', () => {
  test('are created ahead, take over earlier messages, and are dropped when they are old', async () => {
    const { clock, messages } = logOf(2);
    messages.add(said(clock));
    await messages.close();
    await messages.createDayPartitions();
    await messages.createDayPartitions();
    const days = ['2026_11_23', '2026_11_24', '2026_11_25', '2026_11_26'].map((day) => `charger_messages_${day}`);
    expect(await listPartitions(database, 'charger_messages')).toEqual([...days, 'charger_messages_default']);
    expect((await client.query('select from charger_messages_2026_11_23')).rowCount).toBe(1);
    clock.advance(2 * SECOND_MS);
    messages.add(said(clock));
    await messages.close();
    expect((await client.query('select from charger_messages_2026_11_24')).rowCount).toBe(1);

    clock.advance(DAY_MS);
    await messages.purgeExpired();
    expect(await count()).toBe(2);
    clock.advance(DAY_MS);
    await messages.purgeExpired();
    expect((await kept()).map(({ at }) => at.toISOString())).toEqual(['2026-11-24T00:00:00.000Z']);
  });

  test('are dropped without delaying a writer who was there before', async () => {
    const { clock, messages } = logOf(0);
    await createMessageLog({ database, clock, log: createLog('silent'), days: 9 }).createDayPartitions();
    const writer = await client.connect();
    await writer.query(`begin; insert into charger_messages values ('CP-1', '${START}', 'sent', null, null, '')`);
    const later = new Date(Date.parse(START) + 9 * DAY_MS);
    const dropping = dropPartitions(database, PARTS, later).then(
      () => 'dropped',
      () => 'left',
    );
    // Others write meanwhile, between one try and the next.
    await waitsForLock(client, 'detach partition');
    await client.query(`insert into charger_messages values ('CP-1', '2026-11-24', 'sent', null, null, '')`);
    await writer.query('commit');
    writer.release();
    expect(await dropping).toBe('dropped');
    expect(await listPartitions(database, 'charger_messages')).toEqual(['charger_messages_default']);
    await messages.close();
  });

  test('take over a message too that is being written while they are created', async () => {
    const writer = await client.connect();
    await writer.query(`begin; insert into charger_messages values ('CP-1', '${START}', 'sent', null, null, '')`);
    const making = makePartitions(database, PARTS, new Date(START)).then(
      () => 'made',
      () => 'failed',
    );
    await waitsForLock(client, 'charger_messages_');
    await writer.query('commit');
    writer.release();
    expect(await making).toBe('made');
    expect((await client.query('select from charger_messages_2026_11_23')).rowCount).toBe(1);
  });
});

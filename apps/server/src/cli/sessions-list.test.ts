import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { testApp } from '#testing/app.ts';
import { commandLine } from '#testing/command-line.ts';
import { pastSession } from '#testing/past-session.ts';

const { database, driver } = await testApp();
const bijli = commandLine(database, mkdtempSync(join(tmpdir(), 'bijli-cli-')));
const ago = (ms: number): Date => new Date(Date.now() - ms);

test('an operator sees which charges wait: starts and stops without an end, and ends that were not told', async () => {
  await driver('9100000001', 0);
  expect(await bijli('sessions', 'list')).toMatchObject({ code: 0, out: '0 sessions wait.\n' });
  const session = (columns: Parameters<typeof pastSession>[2]) => pastSession(database, '9100000001', columns);
  const untold = await session({ createdAt: ago(2 * DAY_MS), isProvisional: true, transactionId: 7 });
  const stuck = await session({ createdAt: ago(HOUR_MS), state: 'sent', endedAt: null, connector: 1 });
  // These are none: one has just begun, one is over, and of one nothing will come any more.
  await session({ createdAt: ago(MINUTE_MS), state: 'sent', endedAt: null, connector: 2 });
  await session({ createdAt: ago(HOUR_MS) });
  await session({ createdAt: ago(9 * DAY_MS), isProvisional: true });
  const { out } = await bijli('sessions', 'list');
  expect(out.split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${untold.bookingId} .* transaction 7 {2}completed {2}since \\d{4}-`)),
    expect.stringMatching(new RegExp(`^${stuck.bookingId} .*:1 {2}no transaction {2}sent {2}since `)),
    '2 sessions wait.',
    '',
  ]);
});

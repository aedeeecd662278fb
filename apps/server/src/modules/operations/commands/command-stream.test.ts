import { expect, test } from 'vitest';
import type { StaffCaller } from '#http/calls/operator.ts';
import { TestClock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { textsOf } from './command-stream.routes.ts';

const staff: StaffCaller = {
  kind: 'staff',
  id: 1,
  name: 'viewer@bijli.example',
  role: 'viewer',
  permissions: new Set(['network.see']),
  stationIds: undefined,
};

test('a stream without changes has a comment every 15 seconds, which advances its id, and ends with its caller', async () => {
  const clock = new TestClock('2026-01-01T00:00:00Z');
  async function* changes() {
    for (const seconds of [0, 1, 13, 1, 1, 1]) {
      clock.advance(seconds * SECOND_MS);
      yield { at: clock.now(), commands: [] };
    }
  }
  const isGone = () => clock.now().getTime() > Date.parse('2026-01-01T00:00:16Z');
  const texts: string[] = [];
  const callerNow = async () => (isGone() ? undefined : staff);
  for await (const text of textsOf({ changes }, { since: undefined, callerNow, clock })) texts.push(text);
  expect(texts).toEqual([
    'retry: 3000\n\n',
    ': still here\nid: 2026-01-01T00:00:00.000Z\n\n',
    ': still here\nid: 2026-01-01T00:00:15.000Z\n\n',
  ]);
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:17.000Z');
});

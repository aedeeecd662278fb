import { expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { createLog } from '#kernel/log.ts';
import { testLog } from '#testing/log.ts';
import { createEvents, event, notice } from './events.ts';

const refunded = event<{ paise: number }>('test.refunded');
const changed = notice<number>('test.changed');
const TX = {} as Tx;

test('every listener of an event runs in its transaction, one after the other', async () => {
  const events = createEvents({ log: testLog });
  const heard: unknown[] = [];
  events.on(refunded, async (tx, { paise }) => {
    await Promise.resolve();
    heard.push([tx, paise]);
  });
  events.on(refunded, async () => void heard.push('second'));
  await events.publish(TX, refunded, { paise: 5 });
  expect(heard).toEqual([[TX, 5], 'second']);
});

test('a failing listener rolls back its transaction', async () => {
  const events = createEvents({ log: testLog });
  events.on(refunded, () => Promise.reject(new Error('no room')));
  await expect(events.publish(TX, refunded, { paise: 5 })).rejects.toThrow('no room');
});

test('a notice reaches every listener even if others throw or reject, and their failures are logged', async () => {
  const failed = Promise.withResolvers<unknown>();
  const lines: unknown[] = [];
  const error = (line: unknown): void => {
    if (lines.push(line) === 2) failed.resolve(undefined);
  };
  const events = createEvents({ log: Object.assign(createLog('silent'), { error }) });
  const heard: number[] = [];
  events.onNotice(changed, () => {
    throw new Error('thrown');
  });
  events.onNotice(changed, () => Promise.reject(new Error('rejected')));
  events.onNotice(changed, (facts) => heard.push(facts));
  events.notify(changed, 7);
  expect(heard).toEqual([7]);
  await failed.promise;
  expect(lines).toMatchObject([
    { event: 'event.listener_failed', notice: 'test.changed' },
    { event: 'event.listener_failed', notice: 'test.changed' },
  ]);
});

import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { createStatementGroups } from './statement-groups.ts';

test('entries that arrive while a group runs become the next group; each gets its own answer', async () => {
  const groups: number[][] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const doubled = createStatementGroups<number, number>(async (entries) => {
    groups.push(entries);
    await released;
    return entries.map((entry) => entry * 2);
  });
  const first = [doubled.run(1), doubled.run(2)];
  await new Promise(setImmediate);
  const later = [doubled.run(3), doubled.run(4)];
  expect([groups, doubled.hasWaiting()]).toEqual([[[1, 2]], true]);
  release();
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8]);
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await doubled.idle();
  expect(doubled.hasWaiting()).toBe(false);
});

test('an entry that PostgreSQL refuses does not make the others fail', async () => {
  const taken = createStatementGroups<string, string>(async (entries) => {
    if (entries.includes('bad')) throw new Error('not like this');
    return entries;
  });
  const answers = await Promise.allSettled(['a', 'bad', 'b'].map((entry) => taken.run(entry)));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'))).toEqual([
    'a',
    'refused',
    'b',
  ]);
});

test('while the database is away nothing is retried, and later entries work again', async () => {
  let runs = 0;
  const away = createStatementGroups<string>(async () => {
    runs += 1;
    throw new DatabaseUnavailable('it does not answer');
  });
  const answers = await Promise.allSettled([away.run('a'), away.run('b')]);
  expect([runs, answers.map(({ status }) => status)]).toEqual([1, ['rejected', 'rejected']]);
  await expect(away.run('c')).rejects.toThrow('does not answer');
  expect(runs).toBe(2);
});

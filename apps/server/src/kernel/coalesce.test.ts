import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A question whose answers come when the test says so. */
function question() {
  const asked: PromiseWithResolvers<number>[] = [];
  const ask = coalesce(() => {
    const one = Promise.withResolvers<number>();
    asked.push(one);
    return one.promise;
  });
  return { asked, ask };
}
const settle = () => new Promise(setImmediate);

test('callers during a run share the next one, and get nothing older than their call', async () => {
  const { asked, ask } = question();
  const first = ask();
  await settle();
  const late = [ask(), ask(), ask()];
  await settle();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve(2);
  expect(await Promise.all(late)).toEqual([2, 2, 2]);
});

test('a failed run fails for all callers that shared it, and the next one starts again', async () => {
  const { asked, ask } = question();
  const both = Promise.allSettled([ask(), ask()]);
  await settle();
  asked[0]?.reject(new Error('the database is away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = ask();
  await settle();
  asked[1]?.resolve(3);
  expect(await again).toBe(3);
});

import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';

const stack = await testApp({ env: { REQUESTS_PER_ADDRESS_MINUTE: '8' } });

test('payers of one network may return from the provider as often as they open pages, and ask for the state as often as they read', async () => {
  const answered = async (path: string): Promise<number> => {
    for (let count = 0; count < 20; count += 1) {
      if ((await fetch(stack.url + path, { redirect: 'manual' })).status === 429) return count;
    }
    return 20;
  };
  expect(await answered('/payments/phonepe/return?txn=none&sig=none')).toBe(8);
  expect(await answered('/api-v1/user/payments/none')).toBe(8);
});

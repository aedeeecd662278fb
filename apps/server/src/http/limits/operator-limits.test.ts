import { expect, test } from 'vitest';
import { operatorApi } from '@bijli/contract/operator-api';
import { testApp } from '#testing/app.ts';
import { staffOf } from '#testing/staff.ts';

const MAX_REQUESTS = 5;
const { app, url } = await testApp({ env: { REQUESTS_PER_ADDRESS_MINUTE: String(MAX_REQUESTS) } });

test('calls of staff are counted by credential: a flood does not limit a colleague at the same address [OPS-13]', async () => {
  const [one, other] = [await staffOf({ app, url }, 'owner'), await staffOf({ app, url }, 'viewer')];
  const ask = (token: string) => fetch(url + operatorApi.me.path, { headers: { authorization: `Bearer ${token}` } });
  for (let calls = 0; calls < MAX_REQUESTS; calls += 1) {
    const answer = await ask(one.token);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
  const refused = await ask(one.token);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await ask(other.token)).status).toBe(200);
});

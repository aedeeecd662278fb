import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { testServer } from '#testing/server.ts';

/** Keeps the event loop busy without a pause for so long at a time, as a flood of work does. */
async function overload(times: number, forMs: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const end = performance.now() + forMs;
    while (performance.now() < end);
    await pause(1);
  }
}

test('while the event loop is late reads are put off with 503, payments are served, and reads again once it has caught up [OPS-18]', async () => {
  const app = await testServer();
  app.get('/stations', { config: { limit: 'read' } }, async () => 'stations');
  app.post('/pay', { config: { limit: 'payment' } }, async () => 'paid');
  const read = () => app.inject('/stations');
  expect((await read()).body).toBe('stations');

  await overload(2, 1_600);
  const refused = await read();
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.json()).toMatchObject({ success: false, code: 'unavailable' });
  expect((await app.inject({ method: 'POST', url: '/pay' })).body).toBe('paid');

  await eventually(async () => expect((await read()).body).toBe('stations'));
  await app.close();
});

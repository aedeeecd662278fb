import { runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import environment from './environment.ts';

const CALLS_AGAIN_AND_AGAIN = `
  let calls = 0;
  const call = () => {
    calls += 1;
    new WebSocket('ws://127.0.0.1:9').addEventListener('close', () => setTimeout(call, 10));
  };
  call();
  () => calls;
`;

test('a page ends although one of its sockets reconnects whenever its connection is lost', async () => {
  const page = await environment.setupVM({});
  const calls = runInContext(CALLS_AGAIN_AND_AGAIN, page.getVmContext()) as () => number;
  await expect.poll(calls).toBeGreaterThan(1);
  await page.teardown();
  const last = calls();
  // Several calls would be made in this time.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(calls()).toBe(last);
});

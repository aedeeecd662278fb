import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '@bijli/server/kernel/free-port';
import { databaseUrl, testDatabase } from '@bijli/server/testing/database';
import { PRODUCTION } from '@bijli/server/testing/production';
import { dataFolder, stackFixture, PATIENCE } from '../testing.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PLANTED = `--import=${fileURLToPath(new URL('planted-bug.ts', import.meta.url))}`;
const fixture = await stackFixture({ NODE_OPTIONS: PLANTED });

/** `npm start` in production, as npm runs it. */
async function startInProduction(more: Record<string, string>) {
  const child = spawn('node', ['scripts/start.mjs'], {
    cwd: ROOT,
    detached: true,
    env: { ...process.env, ...PRODUCTION, NODE_OPTIONS: PLANTED, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'close').then(([code, signal]) => String(signal ?? code));
  afterAll(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  /** The process id of the server. There is at most one. */
  const server = (): number | undefined =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .find((pid) => isServerOf(pid, child.pid ?? 0));
  return { said: () => said, ended, server, end: () => void child.kill('SIGTERM') };
}

function isServerOf(pid: number, parent: number): boolean {
  try {
    const [state, itsParent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const isServer = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('apps/server/src/main.ts');
    return isServer && state !== 'Z' && Number(itsParent) === parent;
  } catch {
    // It ended while it was looked at.
    return false;
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test('an uncaught error ends the server in order, with links and sockets closed, and the session continues in the next [OPS-5]', async () => {
  const { driver, chargePoint, bookingId, flows, endsSettled } = await fixture.runningSession();

  const server = fixture.stack.server();
  chargePoint.type('status');
  process.kill(server.pid, 'SIGUSR2');
  expect(await server.ended).toBe('75');
  await fixture.stack.restartServer();
  const back = Date.now();
  await chargePoint.said(/ online$/);
  await flows(back);
  expect((await driver.ongoing()).booking_id).toBe(bookingId);
  await endsSettled();
});

test('in production `npm start` restarts a server that ended by an uncaught error, or was killed, and says so [OPS-6]', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const DATABASE_URL = databaseUrl(await testDatabase());
  const npm = await startInProduction({ DATABASE: '', DATABASE_URL, DATA_DIR: dataFolder(), PORT: String(port) });
  await vi.waitUntil(() => isReady(url), { ...PATIENCE, timeout: 100_000 });
  const first = npm.server() ?? 0;
  process.kill(first, 'SIGUSR2');
  await vi.waitUntil(() => npm.said().includes('The server ended (75). It is started again in 1 s.'), PATIENCE);
  const line = npm
    .said()
    .split('\n')
    .find((text) => text.includes('process.uncaught'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    event: 'process.uncaught',
    origin: 'unhandledRejection',
    error: { message: 'planted bug', stack: expect.stringContaining('planted-bug.ts') },
  });
  await vi.waitUntil(() => isReady(url), PATIENCE);
  const second = npm.server() ?? 0;
  expect(second).not.toBe(first);
  process.kill(second, 'SIGKILL');
  await vi.waitUntil(() => npm.said().includes('The server ended (SIGKILL). It is started again in 2 s.'), PATIENCE);
  await vi.waitUntil(() => isReady(url), PATIENCE);
  npm.end();
  expect(await npm.ended).toBe('0');
  expect(await isReady(url)).toBe(false);
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { databaseUrl, testDatabase } from '@bijli/server/testing/database';
import { PRODUCTION } from '@bijli/server/testing/production';
import { startChild } from './parts/child.ts';
import { dataFolder } from './testing.ts';

/** Longer than a server needs on a busy machine to make a database and end. */
const HANGS_AFTER_MS = 100_000;
const SERVER = fileURLToPath(import.meta.resolve('@bijli/server/main'));
/** `npm start`, as npm runs it. */
const START = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));
/**
 * For the servers that start their own database. They share it, and the first one creates it without a language
 * setting.
 */
const dataDir = dataFolder();
const OWN_DATABASE = { DATA_DIR: dataDir, LANG: undefined, LC_ALL: undefined };

/** Starts a server that should refuse to run. */
function refusal(
  env: Record<string, string | undefined>,
  program = SERVER,
): Promise<{ code: number | null; said: string }> {
  return new Promise((answer) => {
    const options = { env: { ...process.env, ...env }, timeout: HANGS_AFTER_MS, killSignal: 'SIGKILL' } as const;
    const child = execFile(process.execPath, [program], options, (_error, out, err) =>
      answer({ code: child.exitCode, said: out + err }),
    );
  });
}

test('in production `npm start` ends with a server that names every missing secret, and does not start it again [OPS-6, OPS-16]', async () => {
  const { code, said } = await refusal({ NODE_ENV: 'production', DATA_DIR: dataFolder() }, START);
  expect(code).toBe(1);
  const { NODE_ENV: _production, DATABASE: _embedded, ...others } = PRODUCTION;
  for (const name of Object.keys(others).filter((one) => !one.startsWith('MSG91')))
    expect(said).toContain(`${name} is not set`);
  expect(said).toContain('DATABASE_URL is not set: production needs the address of a PostgreSQL');
  expect(said).not.toContain('started again');
});

test.skipIf(process.platform !== 'linux').each([
  ['the server', SERVER],
  ['`npm start`', START],
])('%s ends at once, with a sentence, if the data folder cannot be made', async (_, program) => {
  const { code, said } = await refusal({ DATA_DIR: '/proc/nowhere', PORT: '0', DEMO_FLEET: 'none' }, program);
  expect(code).toBe(1);
  expect(said).toContain(
    "The folder /proc/nowhere cannot be made: ENOENT: no such file or directory, mkdir '/proc/nowhere'.",
  );
  expect(said).toContain('Set DATA_DIR to a folder of your own.');
});

test('in production no part of the demo runs: no stations, no readable messages, no simulated charge points', async () => {
  const database = await testDatabase();
  const env = { ...PRODUCTION, DATABASE: '', PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl(database) };
  const server = await startChild<{ url: string }>(SERVER, { args: ['--child'], env });
  const { url } = server.answer;
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  expect((await fetch(`${url}/demo/messages`)).status).toBe(404);
  expect(await (await fetch(`${url}/client-config`)).json()).toMatchObject({ demo: false });
  const { rows } = await database.$client.query(
    'select (select count(*) from stations)::int as stations, (select count(*) from chargers)::int as chargers',
  );
  expect(rows).toEqual([{ stations: 0, chargers: 0 }]);
  await server.stop();
});

test('a taken port is reported in a sentence, and the database that was started for it is ended; a setting works with its old name, and a log line names the new one', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const env = { ...OWN_DATABASE, PORT: String(port), LOG_LEVEL: 'warn', PAYMENT_LIFE_SECONDS: '600' };
  const { code, said } = await refusal(env);
  expect(code).toBe(1);
  expect(said).toContain(`Port ${port} is taken by another program. Set PORT to another one.`);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  const lines = said.split('\n').filter((line) => line.includes('config.renamed_setting'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ oldName: 'PAYMENT_LIFE_SECONDS', name: 'PAYMENT_TTL_SECONDS' }),
  ]);
  taken.close();
});

test('a server without a language setting starts its own database, answers at the given address, and SIGTERM ends both with 0', async () => {
  const env = { ...process.env, ...OWN_DATABASE, HOST: '::1', PORT: '0', LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, [SERVER, '--child'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

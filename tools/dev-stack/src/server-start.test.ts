import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { databaseUrl, testDatabase } from '@bijli/server/testing/database';
import { PRODUCTION } from '@bijli/server/testing/production';
import { startChild } from './child.ts';
import { dataFolder } from './testing.ts';

const SERVER = fileURLToPath(import.meta.resolve('@bijli/server/main'));
/** Starts a server that should refuse to run. */
function refusal(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  return new Promise((answer) => {
    const child = execFile(process.execPath, [SERVER], { env: { ...process.env, ...env } }, (_error, out, err) =>
      answer({ code: child.exitCode, said: out + err }),
    );
  });
}

test('in production every secret that is missing is named, and nothing starts [OPS-16]', async () => {
  const { code, said } = await refusal({ NODE_ENV: 'production', DATA_DIR: dataFolder() });
  expect(code).toBe(1);
  const { NODE_ENV: _production, DATABASE: _embedded, ...others } = PRODUCTION;
  for (const name of Object.keys(others).filter((one) => !one.startsWith('MSG91')))
    expect(said).toContain(`${name} is not set`);
  expect(said).toContain('DATABASE_URL is not set: production needs the address of a PostgreSQL');
});

test('demo mode refuses an address that others can reach [OPS-17]', async () => {
  const { code, said } = await refusal({ HOST: '0.0.0.0', DATA_DIR: dataFolder() });
  expect(code).toBe(1);
  expect(said).toContain('HOST is 0.0.0.0, but demo mode answers on this machine only');
});

test('in production there is no part of the demo: no stations, no messages to read, no simulated charge points', async () => {
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

test('an old name of a setting works, and a line in the log says the new one', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  // It ends at once: there is no database, and the port for reporting that is taken.
  const away = { PORT: String(port), DATABASE_URL: 'postgres://127.0.0.1:1/away' };
  const { said } = await refusal({ ...away, PAYMENT_LIFE_SECONDS: '600' });
  const lines = said.split('\n').filter((line) => line.includes('config.renamed_setting'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ oldName: 'PAYMENT_LIFE_SECONDS', name: 'PAYMENT_TTL_SECONDS' }),
  ]);
  taken.close();
});

test('a taken port is said in a sentence, and the database that was started for it is ended', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const dataDir = dataFolder();
  const { code, said } = await refusal({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  expect(code).toBe(1);
  expect(said).toContain(`Port ${port} is taken by another program. Set PORT to another one.`);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  taken.close();
});

test('a server without a language setting starts a database of its own, answers on the address it was told, and SIGTERM ends both with 0', async () => {
  const { LANG: _lang, LC_ALL: _all, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: dataFolder(), HOST: '::1', PORT: '0', LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, [SERVER, '--child'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

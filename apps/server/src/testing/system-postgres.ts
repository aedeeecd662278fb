import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { EMBEDDED_SETTINGS } from '#db/embedded/embedded.ts';
import { postgresUser } from '#db/embedded/postgres-user.ts';
import { freePort } from '#kernel/free-port.ts';

const PASSWORD = 'of-tests-only';
const START_WITHIN_MS = 60_000;

/**
 * Starts a PostgreSQL that the system has installed, as an operator uses one with `DATABASE_URL`. Its files are deleted
 * with the folder.
 */
export async function startSystemPostgres(
  programs: string,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (!existsSync(join(programs, 'postgres')))
    throw new Error(`There is no PostgreSQL in ${programs}. On Debian 12: sudo apt-get install postgresql-15`);
  const user = postgresUser();
  const as = { cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) };
  const [cluster, passwordFile] = [join(dataDir, 'cluster'), join(dataDir, 'password')];
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(passwordFile, PASSWORD);
  for (const path of user ? [cluster, passwordFile] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  const make = [`--pgdata=${cluster}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const made = spawnSync(join(programs, 'initdb'), [...make, '--encoding=UTF8', '--locale=C.UTF-8'], {
    ...as,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`No database could be made: ${made.stderr}`);

  const port = await freePort();
  const asked = { ...EMBEDDED_SETTINGS, ...settings };
  const more = Object.entries(asked).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, '-p', String(port), ...more], {
    ...as,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await created(`postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`);
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/bijli`,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** Creates the database that tests copy, as soon as the server accepts connections. */
async function created(url: string): Promise<void> {
  const limit = Date.now() + START_WITHIN_MS;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('create database bijli');
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((done) => setTimeout(done, 50));
    } finally {
      await client.end().catch(() => {});
    }
  }
}

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { startOwnDatabase } from '@bijli/server/backup/own-database';
import { parseConfig } from '@bijli/server/config';
import { openDatabase } from '@bijli/server/db/database';
import { migrate } from '@bijli/server/db/migrate';
import { createLog } from '@bijli/server/kernel/log';
import { dataFolder, PATIENCE, rowsOf, testInFull } from '../testing.ts';

const CLI = fileURLToPath(import.meta.resolve('@bijli/server/cli'));
const log = createLog('silent');

/** Ends the process with SIGKILL before it changes a file: the nth call of a function with such a path. */
const KILLER = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const [name, ending, nth] = process.env.KILLED_AT.split(' ');
  const real = fs[name];
  let calls = 0;
  fs[name] = (path, ...more) => {
    if (String(path).endsWith(ending) && ++calls === Number(nth)) process.kill(process.pid, 'SIGKILL');
    return real(path, ...more);
  };
  syncBuiltinESMExports();
`)}`;

const COPYING = [
  'mkdirSync restoring/wal 1',
  'writeFileSync /backup_label 1',
  'rmSync /recovery.log 1',
  'renameSync /proven.json.part 1',
];
const TAKING_THE_PLACE = [
  'renameSync /postgres.spool 1',
  'copyFileSync /postgres.password 1',
  'renameSync /data/postgres 1',
  'renameSync restoring/postgres.password 1',
  'renameSync restoring/postgres 1',
  'mkdirSync /postgres.spool 1',
  'copyFileSync .history 1',
  'rmSync /postgres.restoring 2',
];

/** A database that says `kept` and `undone`, whose backups lead to a moment between the two. */
async function written(): Promise<{ home: string; args: string[] }> {
  const home = dataFolder();
  mkdirSync(join(home, 'kept'));
  const own = await startOwnDatabase(parseConfig(envOf(home)), log);
  const database = openDatabase(own.url, log, 1);
  await migrate(database, log);
  await database.$client.query('create table said (word text)');
  const say = async (word: string): Promise<number> => {
    const { rows } = await database.$client.query<{ at: Date }>(
      `insert into said values ('${word}') returning clock_timestamp() as at`,
    );
    return rows[0]?.at.getTime() ?? 0;
  };
  await own.backups?.make();
  const [inTime, late] = [await say('kept'), await say('undone')];
  await database.$client.end();
  await own.stop();
  const moment = new Date((inTime + late) / 2 + 0.5).toISOString();
  return { home, args: ['restore', '--verify', '--to', moment] };
}

const envOf = (home: string) => ({ DATA_DIR: join(home, 'data'), BACKUP_TO: join(home, 'kept') });

function copyOf(home: string): string {
  const copy = dataFolder();
  execFileSync('cp', ['-a', join(home, 'data'), join(home, 'kept'), copy]);
  return copy;
}

/** What a server that starts on this folder finds. */
async function wordsIn(home: string): Promise<string[]> {
  const { url, stop } = await startOwnDatabase(parseConfig({ DATA_DIR: join(home, 'data') }), log);
  const rows = await rowsOf<{ word: string }>(url, 'select word from said');
  await stop();
  return rows.map(({ word }) => word);
}

function bijli(home: string, args: string[], killedAt?: string) {
  const preload = killedAt === undefined ? [] : ['--import', KILLER];
  const env = { ...process.env, ...envOf(home), KILLED_AT: killedAt };
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [...preload, CLI, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, signal, said: stdout + stderr };
}

const done = { status: 0, signal: null, said: expect.stringContaining('The database is restored. Start the server.') };

/** It has not begun to take the place: the old database is there, and the command begins again. */
async function beginsAgain(home: string, args: string[]): Promise<void> {
  expect(await wordsIn(home)).toEqual(['kept', 'undone']);
  const again = bijli(home, args);
  expect(again).toEqual(done);
  expect(again.said).not.toContain('interrupted');
  expect(await wordsIn(home)).toEqual(['kept']);
}

/** A server or the command, whichever comes first, puts the restored database in place and keeps the other one. */
async function isFinished(home: string, args: string[]): Promise<void> {
  const started = copyOf(home);
  expect(await wordsIn(started)).toEqual(['kept']);
  const again = bijli(home, args);
  expect(again).toEqual(done);
  expect(again.said).toContain('was interrupted while it took its place. It is finished now.');
  for (const folder of [home, started]) {
    const data = join(folder, 'data');
    const before = readdirSync(data).find((name) => /^postgres\.before-\w+$/.test(name)) ?? '';
    expect(readFileSync(join(data, before, 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n$/);
    expect(existsSync(join(data, `${before}.password`))).toBe(true);
    expect(existsSync(join(data, 'postgres.restoring'))).toBe(false);
    expect(readdirSync(join(data, 'postgres.spool'))).toContain('00000002.history');
  }
  expect(again.said).toContain('The earlier database is in ');
  expect(await wordsIn(home)).toEqual(['kept']);
  rmSync(started, { recursive: true });
}

test('a restore that is killed while it takes the place is finished by the server, by the same command, or by another, which says so [OPS-23]', async () => {
  const { home, args } = await written();
  expect(bijli(home, args, 'renameSync restoring/postgres 1').signal).toBe('SIGKILL');
  const another = bijli(copyOf(home), ['restore']);
  expect(another).toMatchObject({ status: 1, said: expect.stringContaining('That is not what was asked for.') });
  const reader = copyOf(home);
  const listed = bijli(reader, ['complaints', 'list']);
  expect(listed.said).toContain('It is being finished, and then the restored database is used.');
  expect(listed.said).not.toContain('empty');
  expect(await wordsIn(reader)).toEqual(['kept']);
  await isFinished(home, args);
}, 300_000);

testInFull(
  'a restore that is killed before any of its changes leaves the old database or the restored one, and the same command does the rest [OPS-23]',
  async () => {
    const { home: whole, args } = await written();
    for (const place of [...COPYING, ...TAKING_THE_PLACE]) {
      const home = copyOf(whole);
      expect({ place, signal: bijli(home, args, place).signal }).toEqual({ place, signal: 'SIGKILL' });
      await (COPYING.includes(place) ? beginsAgain(home, args) : isFinished(home, args));
      rmSync(home, { recursive: true });
    }
  },
  900_000,
);

testInFull(
  'a restore that is killed while the restored database is checked leaves the old one, and no database is left running [OPS-23]',
  async () => {
    const { home, args } = await written();
    const beside = join(home, 'data/postgres.restoring');
    const restoring = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, ...envOf(home) } });
    const ended = once(restoring, 'exit');
    const postmaster = await vi.waitUntil(() => checkedBy(beside), { ...PATIENCE, interval: 5 });
    restoring.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    expect(existsSync(`/proc/${postmaster}`)).toBe(true);
    expect(await wordsIn(home)).toEqual(['kept', 'undone']);
    await vi.waitUntil(() => !existsSync(`/proc/${postmaster}`), PATIENCE);
    await beginsAgain(home, args);
  },
  300_000,
);

/** The process of the restored database, once it takes changes. */
async function checkedBy(beside: string): Promise<number | undefined> {
  const note = join(beside, 'postgres/postmaster.pid');
  if (!existsSync(note)) return undefined;
  const [pid, , , port] = readFileSync(note, 'utf8').split('\n');
  // It is written line by line.
  if (!port) return undefined;
  const password = readFileSync(join(beside, 'postgres.password'), 'utf8');
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/bijli`;
  const recovery = 'select pg_is_in_recovery() as "isRecovering"';
  const [row] = await rowsOf<{ isRecovering: boolean }>(url, recovery).catch(() => []);
  return row?.isRecovering === false ? Number(pid) : undefined;
}

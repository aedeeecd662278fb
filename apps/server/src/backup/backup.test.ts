import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { openDatabase } from '#db/database.ts';
import { clusterFolder, spoolFolder } from '#db/embedded/embedded-archive.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { saveFirstSupplier } from '#modules/invoices/index.ts';
import { atEnd } from '#testing/at-end.ts';
import { databaseFolder } from '#testing/database-folder.ts';
import { eventually } from '#testing/eventually.ts';
import { SUPPLIER } from '#testing/supplier.ts';
import { run } from '../cli/run.ts';
import { listBackups, logKey } from './catalog.ts';
import { createFolderStore } from './folder-store.ts';
import { startOwnDatabase, type OwnDatabase } from './own-database.ts';

const log = createLog('error');
const home = databaseFolder('backup');
atEnd(() => rmSync(home, { recursive: true, force: true }));
const env = {
  DATA_DIR: join(home, 'data'),
  BACKUP_TO: join(home, 'kept'),
  BACKUP_LOSS_SECONDS: '10',
};
mkdirSync(env.BACKUP_TO);
const config = parseConfig(env);

async function bijli(...args: string[]): Promise<{ code: number; said: string }> {
  let said = '';
  const out = (text: string): void => void (said += text);
  const code = await run(args, { env, out, err: out, isInteractive: false });
  return { code, said };
}

async function started(): Promise<OwnDatabase> {
  const own = await startOwnDatabase(config, log);
  const database = openDatabase(own.url, log, 1);
  await migrate(database, log);
  await saveFirstSupplier(database, SUPPLIER, new Date(0));
  await database.$client.end();
  return own;
}

async function query<Row extends object>({ url }: OwnDatabase, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

async function say(own: OwnDatabase, word: string): Promise<Date> {
  const [row] = await query<{ at: Date }>(own, `insert into said values ('${word}') returning clock_timestamp() as at`);
  return row?.at ?? new Date(0);
}

/** What the database hands on by itself when it is as old as may be lost. */
async function handsOn(own: OwnDatabase): Promise<void> {
  const [row] = await query<{ name: string }>(own, 'select pg_walfile_name(pg_switch_wal()) as name');
  await eventually(async () => {
    await own.backups?.ship();
    const kept = readdirSync(env.BACKUP_TO, { recursive: true, encoding: 'utf8' });
    expect(kept.filter((file) => file.endsWith(`${row?.name}.gz`))).toHaveLength(1);
  });
}

const words = async (own: OwnDatabase): Promise<string[]> =>
  (await query<{ word: string }>(own, 'select word from said')).map(({ word }) => word);

test('a database whose disk is destroyed is restored to a moment or to the last segment; a restore can be undone, and what it undid can be restored [OPS-22, OPS-23]', async () => {
  let own = await started();
  await query(own, 'create table said (word text)');
  await say(own, 'before the copy');
  await own.backups?.make();
  const inTime = await say(own, 'before the moment');
  const late = await say(own, 'after the moment');
  await handsOn(own);
  await say(own, 'never handed on');
  await own.stop();

  // All but the last of it was there by then; a stop hands on the rest.
  expect(readdirSync(spoolFolder(env.DATA_DIR))).toEqual(['system']);
  rmSync(env.DATA_DIR, { recursive: true });
  rmSync(clusterFolder(env.DATA_DIR), { recursive: true, force: true });
  const drill = await bijli('restore', '--drill');
  expect(drill).toEqual({ code: 0, said: expect.stringContaining('It can be restored. Nothing was changed.') });
  expect(existsSync(clusterFolder(env.DATA_DIR))).toBe(false);

  const moment = new Date((inTime.getTime() + late.getTime()) / 2 + 0.5);
  const restored = await bijli('restore', '--to', moment.toISOString(), '--verify');
  expect(restored.said).toContain('The ledger adds up, and no series of invoices has a gap.');
  expect(restored.code).toBe(0);
  own = await startOwnDatabase(config, log);
  expect(await words(own)).toEqual(['before the copy', 'before the moment']);
  const audit = await query(own, `select object from audit_lines where action = 'backup.restore'`);
  expect(audit).toEqual([{ object: `--to ${moment.toISOString()} --verify` }]);

  // The database goes on in a timeline of its own, of which a copy is due at once.
  await say(own, 'after the restore');
  await own.backups?.makeIfDue();
  await own.backups?.makeIfDue();
  await own.stop();
  const { said: listed } = await bijli('backup', '--list');
  expect(listed).toContain('2 copies in');

  const latest = await bijli('restore');
  expect(latest.said).toMatch(/The earlier database is in \S+\.before-/);
  own = await startOwnDatabase(config, log);
  expect(await words(own)).toEqual(['before the copy', 'before the moment', 'after the restore']);
  const running = await bijli('restore');
  expect(running).toEqual({ code: 1, said: expect.stringContaining('Bijli is already running with this data') });

  // Where a piece of the log is lost, nothing after it could be restored: a copy is due at once.
  await own.backups?.makeIfDue();
  const lostAt = await say(own, 'lost');
  await handsOn(own);
  await say(own, 'left');
  await handsOn(own);
  const store = createFolderStore(env.BACKUP_TO);
  const [system = ''] = await readdir(env.BACKUP_TO);
  const { backups, segments } = await listBackups(store, system);
  const missing = segments.toSorted().at(-2) ?? '';
  await store.remove(logKey(system, missing));
  // Nobody restores less than was asked for without saying so.
  const now = new Date().toISOString();
  for (const asked of [['--drill'], ['--drill', '--to', now]])
    expect(await bijli('restore', ...asked)).toEqual({
      code: 1,
      said: expect.stringContaining(`A piece of the log is missing: ${missing}. 1 later piece is kept`),
    });
  const accepted = await bijli('restore', '--drill', '--accept-gap');
  expect(accepted).toEqual({
    code: 0,
    said: expect.stringContaining(`${missing} of the log is missing; 1 later piece`),
  });
  const lostSince = /Every change after (\S+) is lost/.exec(accepted.said)?.[1] ?? '';
  expect(Date.parse(lostSince)).toBeLessThan(lostAt.getTime());
  await own.backups?.makeIfDue();
  await own.backups?.makeIfDue();
  expect((await listBackups(store, system)).backups).toHaveLength(backups.length + 1);

  // Put back from a folder that a restore kept, it is of a timeline that no restore comes to.
  await store.put(logKey(system, '000000FF.history'), Buffer.from(''));
  await expect(own.backups?.makeIfDue()).rejects.toThrow(
    'has backups of timeline 255, and this database is of timeline',
  );
  await own.stop();
}, 300_000);

test('a missing folder, a time before all copies, a time without a zone, and an empty store are reported in sentences', async () => {
  expect(await bijli('restore', '--to', '2026-11-23 10:00')).toEqual({
    code: 2,
    said: expect.stringContaining('--to must be a time with its zone'),
  });
  expect(await bijli('restore', '--to', '2026-11-23T10:00Z', '--accept-gap')).toEqual({
    code: 2,
    said: expect.stringContaining('leave out --to'),
  });
  const away = { ...env, BACKUP_TO: join(home, 'away') };
  let said = '';
  const out = (text: string): void => void (said += text);
  expect(await run(['restore', '--drill'], { env: away, out, err: out, isInteractive: false })).toBe(1);
  expect(said).toContain(`The folder for backups ${away.BACKUP_TO} is not there.`);
});

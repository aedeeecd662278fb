import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Client } from 'pg';
import type { BackupConfig } from '#config/backup-config.ts';
import { clusterFolder, spoolFolder } from '#db/embedded/embedded-archive.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { copyBase } from './base-copy.ts';
import {
  baseKey,
  listBackups,
  logKey,
  nameOf,
  newestTimeline,
  purgeBackups,
  saveBackup,
  type Backup,
} from './catalog.ts';
import { firstMissingSegment, isHistory, isSegment, timelineOf } from './log-names.ts';
import { openStore } from './open-store.ts';
import type { BackupStore } from './store.ts';

const gzipped = promisify(gzip);
const SYSTEM_FILE = 'system';
/** Segments from PostgreSQL are already compressed. Those of a restore or of an earlier release are not. */
const PACKED = /\.gz$/;

export type Backups = Awaited<ReturnType<typeof openBackups>>;

interface BackupsOptions {
  config: BackupConfig;
  dataDir: string;
  /** URL of the running embedded database. */
  url: string;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'info'>;
}

/** Backups of the embedded database: full copies, and the segments of its log (WAL) in between. */
export async function openBackups({ config, dataDir, url, clock, log }: BackupsOptions) {
  const store = openStore(config);
  const { system } = await askDatabase(url);
  const spool = spoolFolder(dataDir);
  writeFileSync(join(spool, SYSTEM_FILE), system);
  let newest: Backup | undefined;
  const openedAt = clock.now();
  const given = new AbortController();

  async function make(onBytes: (bytes: number) => void = () => {}): Promise<Backup> {
    const startedAt = clock.now();
    const name = nameOf(startedAt);
    const key = baseKey(system, name);
    const copy = await copyBase({
      url,
      folder: clusterFolder(dataDir),
      store,
      key,
      name,
      onBytes,
      signal: given.signal,
    });
    await ship();
    const backup = { ...copy, startedAt: startedAt.toISOString(), endedAt: clock.now().toISOString() };
    await saveBackup(store, system, backup);
    await purgeBackups(store, system, new Date(clock.now().getTime() - config.keepMs));
    newest = backup;
    const { bytes, endedAt } = backup;
    log.info({ event: 'backup.made', name, bytes, endedAt, place: store.place }, 'the database is backed up');
    return backup;
  }

  const ship = (): Promise<void> => shipSpool(store, spool);

  return {
    /**
     * Makes a full copy. When it resolves, the copy includes what was written meanwhile. Removes copies that are no
     * longer needed.
     */
    make,

    /**
     * Makes a full copy if one is due: by its time, because a restore has begun a new timeline, or because the log does
     * not continue from the last copy. Throws if the backups have a later timeline than the database, because no
     * restore would reach it.
     */
    async makeIfDue(): Promise<void> {
      const { timeline } = await askDatabase(url);
      const kept = await listBackups(store, system);
      if (newestTimeline(kept) > timeline) throw new Error(laterTimeline(store.place, newestTimeline(kept), timeline));
      const last = kept.backups.at(-1);
      newest = last;
      const isDue = !last || clock.now().getTime() - Date.parse(last.startedAt) >= config.everyMs;
      const log = kept.segments.filter((segment) => timelineOf(segment) === last?.timeline);
      const hasGap = last && firstMissingSegment(log, last.startSegment) !== undefined;
      if (isDue || hasGap || last.timeline !== timeline) await make();
    },

    /** Copies log segments from the spool to the backups. */
    ship,

    /** Stops a running copy. The next start makes another. */
    giveUp: (): void => given.abort(new Error('the server ends')),

    /**
     * When the last full copy was made (or since when this server waits for one), and since when there are changes that
     * only this disk has.
     */
    async readGauges(): Promise<{ lastAt: Date; behindSince: Date | undefined }> {
      const { failingSince } = await askDatabase(url);
      return {
        lastAt: newest ? new Date(newest.endedAt) : openedAt,
        behindSince: (await oldestIn(spool)) ?? failingSince,
      };
    },
  };
}

function laterTimeline(place: string, kept: number, own: number): string {
  return `${place} has backups of timeline ${kept}, and this database is of timeline ${own}, which a restore has left. Nothing is backed up until BACKUP_TO names another place for it.`;
}

/** Ships segments from the spool to the backups. A restore needs nothing else that PostgreSQL puts there. */
async function shipSpool(store: BackupStore, spool: string): Promise<void> {
  const system = readFileSync(join(spool, SYSTEM_FILE), 'utf8');
  for (const file of await handedOn(spool)) {
    const path = join(spool, file);
    const name = file.replace(PACKED, '');
    if (isSegment(name) || isHistory(name)) {
      // The command line may have copied it meanwhile.
      const bytes = await readFile(path).catch(noneIfGone);
      if (bytes) await store.put(logKey(system, name), file === name ? await gzipped(bytes) : bytes);
    }
    await rm(path, { force: true });
  }
}

/** Like `ship`, for a database that does not run, as far as its disk is readable. */
export async function shipSpoolOfStoppedDatabase(store: BackupStore, dataDir: string): Promise<void> {
  const spool = spoolFolder(dataDir);
  if (existsSync(join(spool, SYSTEM_FILE))) await shipSpool(store, spool);
}

async function handedOn(spool: string): Promise<string[]> {
  const names = await readdir(spool);
  return names.filter((name) => name !== SYSTEM_FILE && !name.endsWith('.part')).toSorted();
}

async function oldestIn(spool: string): Promise<Date | undefined> {
  const [first] = await handedOn(spool);
  const { mtime } = (first !== undefined && (await stat(join(spool, first)).catch(noneIfGone))) || {};
  return mtime;
}

function noneIfGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

interface DatabaseFacts {
  /** PostgreSQL's number of this database: copies of it have the same. */
  system: string;
  timeline: number;
  /** Since when archiving its log fails. */
  failingSince: Date | undefined;
}

async function askDatabase(url: string): Promise<DatabaseFacts> {
  const client = new Client({
    connectionString: url,
    application_name: 'bijli backup',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ system: string; timeline: number; failing: Date | null }>(
      `select s.system_identifier::text as system, c.timeline_id as timeline,
         case when a.last_failed_time > coalesce(a.last_archived_time, a.stats_reset)
           then coalesce(a.last_archived_time, a.stats_reset) end as failing
       from pg_control_system() s, pg_control_checkpoint() c, pg_stat_archiver a`,
    );
    const { system = '', timeline = 0, failing = null } = rows[0] ?? {};
    return { system, timeline, failingSince: failing ?? undefined };
  } finally {
    await client.end().catch(() => {});
  }
}

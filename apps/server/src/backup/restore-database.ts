import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';
import { clusterFolder, restoringFolder } from '#db/embedded/embedded-archive.ts';
import { takeLock } from '#db/embedded/embedded-lock.ts';
import { decideReplacement, finishReplacement, type PutInPlace } from '#db/embedded/embedded-replacement.ts';
import { stopOrphan } from '#db/embedded/embedded.ts';
import { postgresUser } from '#db/embedded/postgres-user.ts';
import type { Log } from '#kernel/log.ts';
import { shipSpoolOfStoppedDatabase } from './backups.ts';
import {
  backupFor,
  baseKey,
  listBackups,
  listDatabases,
  logKey,
  nameOf,
  newestTimeline,
  type Backup,
  type BackupCatalog,
} from './catalog.ts';
import { firstMissingSegment, segmentNameAt, segmentNumber } from './log-names.ts';
import { EndsBefore, recover } from './recover.ts';
import type { BackupStore } from './store.ts';

const FETCHED_AT_ONCE = 8;
const ALL_READ = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'EPIPE']);

export interface RestoreOptions {
  store: BackupStore;
  dataDir: string;
  /** The moment to restore. Default: the last one. */
  to?: Date | undefined;
  /** If a part of the log is missing: true restores up to it and gives up the rest. */
  acceptsGap: boolean;
  /** PostgreSQL's number of the database, if the backups have several. */
  system?: string | undefined;
  /** A drill: the existing database stays, and the restored one is deleted. A server may run meanwhile. */
  isDrill: boolean;
  now: Date;
  log: Log;
  onStep: (step: string) => void;
  /** Checks the restored database at this address. Resolves to whether it may replace the old one. */
  prove: (url: string) => Promise<boolean>;
}

export interface Restore extends PutInPlace {
  /** The log that is stored after a missing part, and was given up. */
  gap?: Gap | undefined;
  isProven: boolean;
  /** An earlier restore was killed while it replaced the database. This call only finished it. */
  isEarlier?: true;
}

/** The later log files as part of a sentence. */
export const laterSegments = ({ behind }: Gap): string =>
  `${behind} later ${behind === 1 ? 'piece' : 'pieces'} ${behind === 1 ? 'is' : 'are'} kept`;

/** A missing segment of the log, and how many later segments cannot be used without it. */
export interface Gap {
  missing: string;
  behind: number;
}

/**
 * Restores a database beside the existing one, has it checked, and then replaces the existing one. Errors are sentences
 * for the operator.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<Restore> {
  const { store, dataDir, to, isDrill, onStep, prove } = options;
  const cluster = clusterFolder(dataDir);
  if (!isDrill) takeLock(`${cluster}.lock`);
  try {
    const restoreFolder = isDrill ? `${cluster}.drill` : restoringFolder(cluster);
    // A killed restore has left its database running.
    await stopOrphan(join(restoreFolder, 'postgres'), options.log);
    if (!isDrill) {
      // A database of a killed server archives the last of its log when it stops.
      await stopOrphan(cluster, options.log);
      const left = finishReplacement(cluster);
      if (left) return { ...left, isProven: true, isEarlier: true };
      await shipSpoolOfStoppedDatabase(store, dataDir);
    }
    onStep('Looking at what is kept');
    const system = options.system ?? (await onlySystem(store));
    const kept = await listBackups(store, system);
    const backup = await chosenBackup(store, system, kept, to);
    const gap = gapAfter(kept, backup);
    if (gap && !to && !options.acceptsGap) throw new Error(wordsOf(gap));
    rmSync(restoreFolder, { recursive: true, force: true });
    mkdirSync(join(restoreFolder, 'wal'), { recursive: true, mode: 0o700 });
    await fetchCopy(store, baseKey(system, backup.name), { backup, restoreFolder, onStep });
    await fetchLog(store, system, { kept, from: backup.startSegment, restoreFolder, onStep });
    const user = postgresUser();
    if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, restoreFolder]);
    let isProven = false;
    const work = async (url: string): Promise<void> => void (isProven = await prove(url));
    const { lastAt } = await recover(restoreFolder, { to, onStep, work }).catch((error: unknown) => {
      throw gap && error instanceof EndsBefore ? new Error(wordsOf(gap)) : error;
    });
    if (isDrill) rmSync(restoreFolder, { recursive: true, force: true });
    const restored = {
      to: to?.toISOString(),
      until: (lastAt ?? new Date(backup.endedAt)).toISOString(),
      copiedAt: backup.endedAt,
    };
    const isReplaced = isProven && !isDrill;
    if (isReplaced) decideReplacement(cluster, { ...restored, name: nameOf(options.now) });
    const before = isReplaced ? finishReplacement(cluster)?.before : undefined;
    return { ...restored, before, gap: to ? undefined : gap, isProven };
  } finally {
    if (!isDrill) rmSync(`${cluster}.lock`, { force: true });
  }
}

function gapAfter({ segments }: BackupCatalog, { startSegment }: Backup): Gap | undefined {
  const at = firstMissingSegment(segments, startSegment);
  if (at === undefined) return undefined;
  return {
    missing: segmentNameAt(at, segments),
    behind: segments.filter((segment) => segmentNumber(segment) > at).length,
  };
}

function wordsOf(gap: Gap): string {
  return (
    `A piece of the log is missing: ${gap.missing}. ${laterSegments(gap)}, and nothing leads there without it. ` +
    'Look for it first. With --accept-gap, and without --to, the database comes back as it was before that piece, and all that was written later is lost.'
  );
}

async function onlySystem(store: BackupStore): Promise<string> {
  const systems = await listDatabases(store);
  const [only, ...others] = systems;
  if (only === undefined) throw new Error(`Nothing is kept in ${store.place}.`);
  if (others.length === 0) return only;
  const lines = await Promise.all(
    systems.map(async (system) => {
      const { backups } = await listBackups(store, system);
      return `  ${system}: ${backups.length} copies, the last of ${backups.at(-1)?.endedAt ?? 'no time'}`;
    }),
  );
  throw new Error(`Several databases are kept in ${store.place}. Name one by --database:\n${lines.join('\n')}`);
}

async function chosenBackup(
  store: BackupStore,
  system: string,
  kept: BackupCatalog,
  to: Date | undefined,
): Promise<Backup> {
  if (kept.backups.length === 0) throw new Error(`No copy was ever finished in ${store.place}.`);
  const newest = `${newestTimeline(kept).toString(16).toUpperCase().padStart(8, '0')}.history`;
  const history = kept.histories.includes(newest)
    ? gunzipSync(await store.get(logKey(system, newest))).toString()
    : undefined;
  const backup = backupFor(kept, history, to);
  if (backup) return backup;
  throw new Error(`The oldest copy is of ${kept.backups[0]?.endedAt}: before it there is nothing to go on from.`);
}

async function fetchCopy(
  store: BackupStore,
  key: string,
  { backup, restoreFolder, onStep }: { backup: Backup; restoreFolder: string; onStep: (step: string) => void },
): Promise<void> {
  async function* parts(): AsyncGenerator<Buffer> {
    for (const [index, { name, sha256 }] of backup.parts.entries()) {
      onStep(`Fetching the copy of ${backup.endedAt}: part ${index + 1} of ${backup.parts.length}`);
      const part = await store.get(`${key}/${name}`);
      if (createHash('sha256').update(part).digest('hex') !== sha256)
        throw new Error(
          `${key}/${name} is not what was written there. Restore to a time before ${backup.endedAt} instead.`,
        );
      yield part;
    }
  }
  const tar = spawn('tar', ['--extract', `--directory=${restoreFolder}`], { stdio: ['pipe', 'ignore', 'pipe'] });
  let output = '';
  tar.stderr.on('data', (text: Buffer) => void (output = `${output}${text.toString()}`.slice(-500)));
  const ended = once(tar, 'exit');
  ended.catch(() => {});
  const fed = await pipeline(Readable.from(parts()), createGunzip(), tar.stdin).catch((error: unknown) => error);
  const [code] = (await ended) as [number | null];
  // The process ends when it has seen the end of its input, perhaps before we have written it.
  if (fed !== undefined && (code !== 0 || !ALL_READ.has(String((fed as NodeJS.ErrnoException).code)))) throw fed;
  if (code !== 0) throw new Error(`The copy could not be unpacked: ${output.trim()}`);
  const files = join(restoreFolder, 'postgres');
  for (const folder of [
    'pg_wal',
    'pg_replslot',
    'pg_dynshmem',
    'pg_notify',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
  ])
    mkdirSync(join(files, folder), { recursive: true, mode: 0o700 });
  writeFileSync(join(files, 'backup_label'), backup.label);
  if (backup.tablespaces !== '') writeFileSync(join(files, 'tablespace_map'), backup.tablespaces);
  writeFileSync(join(files, 'recovery.signal'), '');
}

/** Segments stay compressed until PostgreSQL requests them. */
async function fetchLog(
  store: BackupStore,
  system: string,
  {
    kept,
    from,
    restoreFolder,
    onStep,
  }: { kept: BackupCatalog; from: string; restoreFolder: string; onStep: (step: string) => void },
): Promise<void> {
  const names = [
    ...kept.histories,
    ...kept.segments.filter((segment) => segmentNumber(segment) >= segmentNumber(from)),
  ];
  for (let at = 0; at < names.length; at += FETCHED_AT_ONCE) {
    onStep(`Fetching the log: ${at} of ${names.length}`);
    const fetch = async (name: string): Promise<void> =>
      writeFile(join(restoreFolder, 'wal', `${name}.gz`), await store.get(logKey(system, name)));
    await Promise.all(names.slice(at, at + FETCHED_AT_ONCE).map(fetch));
  }
}

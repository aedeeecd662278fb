import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { restoringFolder } from './embedded-archive.ts';
import { postgresUser } from './postgres-user.ts';

/** The outcome of a restore. */
interface Restored {
  /** The requested moment. Undefined for the latest. */
  to?: string | undefined;
  /** Until when it contains every change. */
  until: string;
  /** When the copy from which it started was finished. */
  copiedAt: string;
}

/** It is written beside the restored database before the first folder moves. */
export interface Replacement extends Restored {
  /** The suffix of the earlier database's folder. */
  name: string;
}

export interface PutInPlace extends Restored {
  /** The folder of the earlier database. Undefined if there was none. */
  before: string | undefined;
}

const noteIn = (restoreFolder: string): string => join(restoreFolder, 'proven.json');

/**
 * From here on the restored database will replace the existing one, even if this process is killed or the power fails.
 */
export function decideReplacement(cluster: string, replacement: Replacement): void {
  const restoreFolder = restoringFolder(cluster);
  const note = noteIn(restoreFolder);
  writeFileSync(`${note}.part`, JSON.stringify(replacement));
  // PostgreSQL has synced its own files.
  for (const file of [`${note}.part`, join(restoreFolder, 'postgres.password')]) sync(file);
  renameSync(`${note}.part`, note);
  sync(restoreFolder);
}

/** True if a start puts a restored database in place first. */
export function hasReplacement(cluster: string): boolean {
  return existsSync(noteIn(restoringFolder(cluster)));
}

/**
 * Puts a restored and checked database in place, and keeps the existing one under another name. If an earlier call was
 * killed at any point, this one finishes it. Undefined if there is nothing to put in place.
 */
export function finishReplacement(cluster: string): PutInPlace | undefined {
  const restoreFolder = restoringFolder(cluster);
  if (!hasReplacement(cluster)) return undefined;
  const { name, ...restored } = JSON.parse(readFileSync(noteIn(restoreFolder), 'utf8')) as Replacement;
  const before = `${cluster}.before-${name}`;
  const files = join(restoreFolder, 'postgres');
  const password = join(restoreFolder, 'postgres.password');
  const spool = `${cluster}.spool`;
  if (existsSync(files)) {
    // A start creates a new one before it gets here.
    if (existsSync(spool) && !existsSync(`${before}.spool`)) renameSync(spool, `${before}.spool`);
    if (existsSync(cluster)) {
      if (existsSync(`${cluster}.password`)) copySynced(`${cluster}.password`, `${before}.password`);
      renameSync(cluster, before);
    }
    if (existsSync(password)) renameSync(password, `${cluster}.password`);
    renameSync(files, cluster);
  }
  // Last, because a history file of a timeline that is not in place leads nowhere.
  handOnHistories(cluster, spool);
  // Only then is the note no longer needed.
  sync(dirname(cluster));
  rmSync(restoreFolder, { recursive: true, force: true });
  return { ...restored, before: existsSync(before) ? before : undefined };
}

/**
 * The next server copies these files to the backups. Without them nothing there leads from the earlier timeline to this
 * one.
 */
function handOnHistories(cluster: string, spool: string): void {
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  const log = join(cluster, 'pg_wal');
  for (const history of readdirSync(log).filter((file) => file.endsWith('.history')))
    copySynced(join(log, history), join(spool, history));
  sync(spool);
  const user = postgresUser();
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, spool]);
}

function copySynced(from: string, to: string): void {
  copyFileSync(from, to);
  sync(to);
}

/** Waits until a file's bytes, or the names in a folder, are on the disk. */
function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

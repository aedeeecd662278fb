import { chownSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SECOND_MS } from '#kernel/durations.ts';
import { reachableData } from './embedded-paths.ts';
import { postgresUser, type PostgresUser } from './postgres-user.ts';

/** The time in which PostgreSQL and the server archive what was written. */
const HAND_ON_MS = 5 * SECOND_MS;

/** The cluster of the embedded database. */
export function clusterFolder(dataDir: string, user: PostgresUser | undefined = postgresUser()): string {
  return join(reachableData(resolve(dataDir), user), 'postgres');
}

/** The folder beside it into which a backup is restored. */
export function restoringFolder(cluster: string): string {
  return `${cluster}.restoring`;
}

/** The folder where PostgreSQL puts each full or old enough log segment until it is copied to the backups. */
export function spoolFolder(dataDir: string): string {
  return `${clusterFolder(dataDir)}.spool`;
}

/**
 * Settings with which the embedded database hands on what it has written: packed under another name, synced, and then
 * renamed.
 */
export function archiveSettings(dataDir: string, maxLossMs: number): Record<string, string> {
  const user = postgresUser();
  const spool = spoolFolder(dataDir);
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  if (user) chownSync(spool, user.uid, user.gid);
  const at = quoted(spool).replaceAll('%', '%%');
  return {
    archive_mode: 'on',
    archive_timeout: String(Math.max(1, Math.floor((maxLossMs - HAND_ON_MS) / SECOND_MS))),
    archive_command: `gzip -1 < '%p' > ${at}/'%f.part' && sync ${at}/'%f.part' && mv ${at}/'%f.part' ${at}/'%f.gz'`,
  };
}

/** For a shell. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

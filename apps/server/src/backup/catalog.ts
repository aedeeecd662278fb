import * as z from 'zod/mini';
import { DAY_MS } from '#kernel/durations.ts';
import { isHistory, isSegment, segmentNumber, positionOf, parseHistory, timelineOf } from './log-names.ts';
import type { BackupStore } from './store.ts';

const DESCRIPTION = 'backup.json';
/** An unfinished copy is removed after this time. No copy takes longer. */
const MAX_UNFINISHED_MS = 2 * DAY_MS;

/** A full copy, with what recovery needs. It is written last; without it the copy does not count. */
const backupSchema = z.object({
  name: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  bytes: z.number(),
  parts: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** The first and the last segment of the log that it needs. */
  startSegment: z.string(),
  endSegment: z.string(),
  endPosition: z.string(),
  timeline: z.number(),
  label: z.string(),
  tablespaces: z.string(),
});
export type Backup = z.infer<typeof backupSchema>;

/** The backups of one database: copies, and its log from the first copy on. */
export interface BackupCatalog {
  backups: Backup[];
  segments: string[];
  histories: string[];
}

export const baseKey = (system: string, name: string): string => `${system}/base/${name}`;
export const logKey = (system: string, name: string): string => `${system}/wal/${name}.gz`;

/** A moment as a name. */
export function nameOf(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function timeOf(name: string): Date {
  return new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** The databases with backups, by PostgreSQL's system identifier. */
export async function listDatabases(store: BackupStore): Promise<string[]> {
  const systems = (await store.list('')).map((key) => /^(\d+)\//.exec(key)?.[1]);
  return [...new Set(systems.filter((system) => system !== undefined))];
}

export async function listBackups(store: BackupStore, system: string): Promise<BackupCatalog> {
  const described = (await store.list(`${system}/base/`)).filter((key) => key.endsWith(`/${DESCRIPTION}`));
  const read = async (key: string): Promise<Backup> =>
    backupSchema.parse(JSON.parse((await store.get(key)).toString()) as unknown);
  const names = (await store.list(`${system}/wal/`)).map((key) => key.slice(`${system}/wal/`.length, -'.gz'.length));
  return {
    backups: await Promise.all(described.map(read)),
    segments: names.filter(isSegment),
    histories: names.filter(isHistory),
  };
}

export async function saveBackup(store: BackupStore, system: string, backup: Backup): Promise<void> {
  await store.put(`${baseKey(system, backup.name)}/${DESCRIPTION}`, Buffer.from(JSON.stringify(backup, null, 2)));
}

/**
 * The newest copy from which the log continues to a time, or to its end: on the newest timeline or on one that it
 * continues. Changes that a restore has undone are on neither.
 */
export function backupFor(kept: BackupCatalog, history: string | undefined, to: Date | undefined): Backup | undefined {
  const newest = newestTimeline(kept);
  const before = parseHistory(history ?? '');
  const isOnTheWay = ({ timeline, endPosition }: Backup): boolean =>
    timeline === newest || positionOf(endPosition) <= (before.get(timeline) ?? 0n);
  return kept.backups.findLast((one) => isOnTheWay(one) && (to === undefined || new Date(one.endedAt) <= to));
}

export function newestTimeline({ backups, histories }: BackupCatalog): number {
  return Math.max(...backups.map(({ timeline }) => timeline), ...histories.map(timelineOf));
}

/**
 * Removes what no restore within the kept days needs: older copies except the last one, and the log before that one.
 */
export async function purgeBackups(store: BackupStore, system: string, keptFrom: Date): Promise<void> {
  const { backups, segments } = await listBackups(store, system);
  const needed = backups.findLast(({ endedAt }) => new Date(endedAt) <= keptFrom) ?? backups[0];
  if (!needed) return;
  const finished = new Set(backups.map(({ name }) => name));
  const isOver = (name: string): boolean =>
    finished.has(name) ? name < needed.name : timeOf(name).getTime() < Date.parse(needed.endedAt) - MAX_UNFINISHED_MS;
  // The description first, because parts without it mean nothing.
  for (const key of await store.list(`${system}/base/`)) if (isOver(key.split('/')[2] ?? '')) await store.remove(key);
  // A restore goes back: a later copy may begin at an earlier piece of the log.
  const begins = backups.filter(({ name }) => !isOver(name)).map(({ startSegment }) => segmentNumber(startSegment));
  for (const segment of segments)
    if (begins.every((begin) => segmentNumber(segment) < begin)) await store.remove(logKey(system, segment));
}

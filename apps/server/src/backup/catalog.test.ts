import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '#testing/at-end.ts';
import { backupFor, baseKey, listBackups, logKey, purgeBackups, saveBackup, type Backup } from './catalog.ts';
import { createFolderStore } from './folder-store.ts';
import { firstMissingSegment } from './log-names.ts';

const home = mkdtempSync(join(tmpdir(), 'bijli-catalog-'));
atEnd(() => rmSync(home, { recursive: true }));

/** Of a day of November, from a segment of the log on. */
function copy(day: number, segment: string, timeline = 1): Backup {
  const at = `2026-11-${String(day).padStart(2, '0')}T03:00:00.000Z`;
  const startSegment = `${String(timeline).padStart(8, '0')}00000000000000${segment}`;
  const name = at.replaceAll(/[-:]|\.000/g, '');
  const rest = { bytes: 1, parts: [], endSegment: startSegment, label: '', tablespaces: '', timeline };
  return { ...rest, name, startedAt: at, endedAt: at, startSegment, endPosition: `0/${segment}000100` };
}

test('a copy is kept as long as a time within the retention needs it, and the log from there on', async () => {
  const store = createFolderStore(home);
  const copies = [copy(1, '02'), copy(2, '04'), copy(3, '06')];
  for (const one of copies) {
    await store.put(`${baseKey('7', one.name)}/part-000001`, Buffer.from('files'));
    await saveBackup(store, '7', one);
  }
  await store.put(`${baseKey('7', '20261020T000000Z')}/part-000001`, Buffer.from('never finished'));
  for (const segment of ['01', '02', '03', '04', '05', '06'])
    await store.put(logKey('7', `0000000100000000000000${segment}`), Buffer.from(''));
  await purgeBackups(store, '7', new Date('2026-11-02T12:00:00Z'));
  const { backups, segments } = await listBackups(store, '7');
  expect(backups).toEqual(copies.slice(1));
  expect(segments.map((name) => name.slice(-2))).toEqual(['04', '05', '06']);
  expect(await store.list('7/base/')).toHaveLength(4);
});

test('the log of a timeline that a restore began at an earlier segment stays with its copies', async () => {
  const store = createFolderStore(home);
  const copies = [copy(1, '10'), copy(2, '20'), copy(5, '50'), copy(6, '22', 2), copy(7, '32', 2)];
  for (const one of copies) await saveBackup(store, '8', one);
  const name = (timeline: number, piece: string): string => `0000000${timeline}00000000000000${piece}`;
  for (const one of [name(1, '10'), name(1, '50'), name(2, '22'), name(2, '32')])
    await store.put(logKey('8', one), Buffer.from(''));
  await purgeBackups(store, '8', new Date('2026-11-05T12:00:00Z'));
  const { backups, segments } = await listBackups(store, '8');
  expect(backups).toEqual(copies.slice(2));
  expect(segments.toSorted()).toEqual([name(1, '50'), name(2, '22'), name(2, '32')]);
});

test('a restore begins with the last copy before the time, of this timeline or an earlier one of it; what another restore has undone belongs to neither', () => {
  const backups = [copy(1, '02'), copy(2, '04'), copy(3, '06')];
  const kept = { backups, segments: [], histories: [] };
  expect(backupFor(kept, undefined, undefined)?.name).toBe('20261103T030000Z');
  expect(backupFor(kept, undefined, new Date('2026-11-02T10:00:00Z'))?.name).toBe('20261102T030000Z');
  expect(backupFor(kept, undefined, new Date('2026-10-02T10:00:00Z'))).toBeUndefined();
  const restored = { ...kept, histories: ['00000002.history'] };
  expect(backupFor(restored, '1\t0/5000000\tbefore 2026-11-02 12:00:00+00\n', undefined)?.name).toBe(
    '20261102T030000Z',
  );
});

test('a missing segment between others is found, also across files and timelines', () => {
  const name = (timeline: number, high: string, low: string): string => `0000000${timeline}000000${high}000000${low}`;
  const log = [name(1, '00', 'FE'), name(1, '00', 'FF'), name(2, '01', '00')];
  expect(firstMissingSegment(log, name(1, '00', 'FE'))).toBeUndefined();
  expect(firstMissingSegment(log.toSpliced(1, 1), name(1, '00', 'FE'))).toBe(255n);
});

test.runIf(process.platform === 'linux')('a folder that cannot be made is named with its setting', async () => {
  const put = createFolderStore('/proc').put(logKey('nowhere', 'one'), Buffer.from(''));
  await expect(put).rejects.toThrow(/^The folder \/proc\/nowhere cannot be made: .*Set BACKUP_TO/);
});

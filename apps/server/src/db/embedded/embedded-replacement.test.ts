import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '#testing/at-end.ts';

/** Prints what is synced, moved and deleted, in this order. */
const TRACER = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { openSync, fsyncSync, renameSync, rmSync } = fs;
  const opened = new Map();
  const say = (step, path) => console.log(step + path.slice(process.env.HOME_OF_TEST.length));
  Object.assign(fs, {
    openSync(path, ...more) {
      const file = openSync(path, ...more);
      opened.set(file, String(path));
      return file;
    },
    fsyncSync(file) {
      say('sync ', opened.get(file));
      fsyncSync(file);
    },
    renameSync(from, to) {
      say('move to ', to);
      renameSync(from, to);
    },
    rmSync(path, options) {
      say('delete ', path);
      rmSync(path, options);
    },
  });
  syncBuiltinESMExports();
`)}`;

const REPLACE = `
  const { decideReplacement, finishReplacement } = await import(process.env.MODULE);
  const at = '2026-11-20T10:00:00.000Z';
  const cluster = process.env.HOME_OF_TEST + '/postgres';
  decideReplacement(cluster, { name: 'yesterday', until: at, copiedAt: at });
  finishReplacement(cluster);`;

test('the note of a restore is on the disk before the first folder moves, and all that moved before the note is deleted [OPS-23]', () => {
  const home = mkdtempSync(join(tmpdir(), 'bijli-replacement-'));
  atEnd(() => rmSync(home, { recursive: true, force: true }));
  for (const folder of ['postgres/pg_wal', 'postgres.restoring/postgres/pg_wal'])
    mkdirSync(join(home, folder), { recursive: true });
  for (const file of [
    'postgres.password',
    'postgres.restoring/postgres.password',
    'postgres.restoring/postgres/pg_wal/00000002.history',
  ])
    writeFileSync(join(home, file), 'text');
  const steps = execFileSync(process.execPath, ['--import', TRACER, '--input-type=module', '--eval', REPLACE], {
    env: { ...process.env, HOME_OF_TEST: home, MODULE: import.meta.resolve('./embedded-replacement.ts') },
    encoding: 'utf8',
  });
  expect(steps.trimEnd().split('\n')).toEqual([
    'sync /postgres.restoring/proven.json.part',
    'sync /postgres.restoring/postgres.password',
    'move to /postgres.restoring/proven.json',
    'sync /postgres.restoring',
    'sync /postgres.before-yesterday.password',
    'move to /postgres.before-yesterday',
    'move to /postgres.password',
    'move to /postgres',
    'sync /postgres.spool/00000002.history',
    'sync /postgres.spool',
    'sync ',
    'delete /postgres.restoring',
  ]);
});

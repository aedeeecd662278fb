import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseFolder } from './database-folder.ts';

test('folders of processes that are gone are deleted, and those of others stay', () => {
  const own = databaseFolder('test');
  const { pid } = spawnSync(process.execPath, ['--version']);
  const abandoned = mkdtempSync(join(dirname(own), `bijli-test-${pid}-`));
  const next = databaseFolder('test');
  expect([own, abandoned, next].map((folder) => existsSync(folder))).toEqual([true, false, true]);
  for (const folder of [own, next]) rmSync(folder, { recursive: true });
});

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atEnd } from '#testing/at-end.ts';
import { makeFolder, makeFolderSync } from './make-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'bijli-folder-'));
atEnd(() => rmSync(home, { recursive: true }));

describe.each([
  ['makeFolder', makeFolder],
  ['makeFolderSync', async (...args: Parameters<typeof makeFolderSync>) => makeFolderSync(...args)],
])('%s', (name, make) => {
  test('makes a folder with those above it, closed to others if asked, and leaves one that is there', async () => {
    const path = join(home, name, 'deep/deeper');
    for (let times = 0; times < 2; times += 1) await make(path, { mode: 0o700, setting: 'DATA_DIR' });
    for (const made of [path, join(home, name)]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  test('says which folder cannot be made and which setting names it, and keeps the code of the error', async () => {
    const file = join(home, `${name}.txt`);
    writeFileSync(file, '');
    await expect(make(join(file, 'below'), { setting: 'FILES_TO' })).rejects.toMatchObject({
      code: 'EEXIST',
      message: `The folder ${file} cannot be made: EEXIST: file already exists, mkdir '${file}'. Set FILES_TO to a folder of your own.`,
    });
  });

  test.runIf(process.platform === 'linux')('ends below /proc, where nothing can be made', async () => {
    await expect(make('/proc/nowhere/deep', { setting: 'DATA_DIR' })).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

import { statSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolder } from '#kernel/make-folder.ts';
import type { BackupStore } from './store.ts';

/** Backups in an existing folder. It is not created, because the disk may not be mounted. */
export function createFolderStore(folder: string): BackupStore {
  const needed = (): void => {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`The folder for backups ${folder} is not there. Mount its disk, or make the folder.`);
  };

  return {
    place: folder,

    async put(key, bytes) {
      needed();
      const path = join(folder, key);
      const parent = dirname(path);
      await makeFolder(parent, { mode: 0o700, setting: 'BACKUP_TO' });
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
      const at = await open(parent);
      await at.sync().finally(() => at.close());
    },

    get: (key) => readFile(join(folder, key)),

    async list(prefix) {
      needed();
      const top = join(folder, dirname(`${prefix}.`));
      if (!statSync(top, { throwIfNoEntry: false })) return [];
      const entries = await readdir(top, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((key) => key.startsWith(prefix))
        .toSorted();
    },

    remove: (key) => rm(join(folder, key), { force: true }),
  };
}

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '#kernel/make-folder.ts';
import type { FileStore } from '#modules/files/index.ts';

/** Extension of incomplete files. */
const PART = '.part';

/** Stores files in a folder. Nodes that share a database share it too. */
export function createFolderFiles(folder: string): FileStore {
  return {
    place: folder,

    async put(key, path) {
      const target = join(folder, key);
      await makeFolder(dirname(target), { mode: 0o700, setting: 'FILES_TO' });
      // The temporary file may be on another disk, and the same file may arrive twice at once.
      const part = `${target}.${randomUUID()}${PART}`;
      try {
        await copyFile(path, part);
        const file = await open(part, 'r+');
        await file.sync().finally(() => file.close());
        await rename(part, target);
      } catch (error) {
        // A full disk needs the space.
        await rm(part, { force: true });
        throw error;
      }
    },

    async open(key, range) {
      const path = join(folder, key);
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (!file) return undefined;
      await file.close();
      return createReadStream(path, range && { start: range.from, end: range.to });
    },

    remove: (key) => rm(join(folder, key), { force: true }),

    async purgeAbandonedUploads(before) {
      const names = await readdir(folder, { recursive: true }).catch(() => []);
      for (const path of names.filter((name) => name.endsWith(PART)).map((name) => join(folder, name))) {
        const { mtime } = await stat(path).catch(() => ({ mtime: undefined }));
        if (mtime && mtime < before) await rm(path, { force: true });
      }
    },
  };
}

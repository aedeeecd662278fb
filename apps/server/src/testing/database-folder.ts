import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** More than the databases of a run need. */
const ROOM_BYTES = 3 * 2 ** 30;

/**
 * Creates a folder for databases of tests, in memory if there is room. A new database is a thousand files, which a disk
 * may need twenty times as long for. The caller deletes the folder.
 */
export function databaseFolder(name: string): string {
  const folder = mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), `bijli-${name}-`));
  // The database runs as another user, who must be able to pass through this folder.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** More than the databases of a run need. */
const ROOM_BYTES = 3 * 2 ** 30;

/**
 * Creates a folder for databases of tests, in memory if there is room. A new database is a thousand files, which a disk
 * may need twenty times as long for. The caller deletes the folder. Those of processes that were killed are deleted
 * here.
 */
export function databaseFolder(name: string): string {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  deleteAbandoned(parent);
  const folder = mkdtempSync(join(parent, `bijli-${name}-${process.pid}-`));
  // The database runs as another user, who must be able to pass through this folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** A container may have less memory than its folder promises. */
function hasRoom(folder: string): boolean {
  if (!existsSync(folder) || process.availableMemory() < 2 * ROOM_BYTES) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}

function deleteAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^bijli-[a-z]+-(\d+)-\w{6}$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

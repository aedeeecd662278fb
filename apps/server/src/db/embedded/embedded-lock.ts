import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Distinguishes a running process from a later one with the same id, by its start time if the system tells it (Linux,
 * proc(5)). `undefined` if it has ended, reaped or not.
 */
export function processIdentity(pid: number): string | undefined {
  if (!pid || !processExists(pid)) return undefined;
  if (!existsSync('/proc/self/stat')) return String(pid);
  const stat = `/proc/${pid}/stat`;
  // The second field is the command in brackets, which may itself hold spaces and brackets.
  const fields = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ') : undefined;
  return fields && fields[0] !== 'Z' ? `${pid} ${fields[19]}` : undefined;
}

/** The running process that holds a lock. */
export function lockHolder(path: string): number | undefined {
  const note = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const pid = Number.parseInt(note, 10);
  return note !== '' && processIdentity(pid) === note ? pid : undefined;
}

/** Refuses a second server on one data folder, because both would fight over the database. */
export function takeLock(path: string): void {
  const holder = lockHolder(path);
  if (holder !== undefined) {
    throw new Error(
      `Bijli is already running with this data (process ${holder}). Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  rmSync(path, { force: true });
  writeFileSync(path, processIdentity(process.pid) ?? '', { flag: 'wx' });
}

/** True if a process with this id exists, also of another user. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { processExists, processIdentity } from '#db/embedded/embedded-lock.ts';
import { newSecret } from '#kernel/ids.ts';
import type { LeaseHolder } from './lease.store.ts';

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const PROCESS_NUMBERS = '/proc/self/ns/pid';

/** This process as a holder of the lease. */
export function thisProcess(): LeaseHolder {
  return { id: newSecret(), place: placeOf(), process: processIdentity(process.pid) ?? '' };
}

/** True if a holder is an ended process of this machine. Then nobody needs to wait for its lease to run out. */
export function hasEnded({ place, process }: LeaseHolder): boolean {
  if (place === null || place !== placeOf()) return false;
  const pid = Number.parseInt(process, 10);
  if (!processExists(pid)) return true;
  // If other users' processes are hidden, not seeing one proves nothing.
  return existsSync(`/proc/${pid}/stat`) && processIdentity(pid) !== process;
}

/** Containers of one machine number processes separately, so the numbering is part of the place. */
function placeOf(): string | null {
  if (!existsSync(BOOT_ID) || !existsSync(PROCESS_NUMBERS)) return null;
  return `${readFileSync(BOOT_ID, 'utf8').trim()} ${readlinkSync(PROCESS_NUMBERS)}`;
}

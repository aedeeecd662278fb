import type { Database, Tx } from '#db/database.ts';
import { FILES_PATH } from '#http/pages/file-path.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { hashOf, newSecret } from '#kernel/ids.ts';
import { refuse } from './files.refusals.ts';
import * as store from './files.store.ts';

/** How long an upload or download URL for staff is valid. */
export const STAFF_ADDRESS_MS = HOUR_MS;
/** An update may be planned this far ahead. Its address has ended by a later time. */
const MAX_AHEAD_MS = 366 * DAY_MS;

interface AddressesOptions {
  database: Database;
  clock: Clock;
  /** Before `FILES_PATH`, as charge points and staff reach it. */
  url: string;
}

export type Addresses = ReturnType<typeof createAddresses>;

/** Addresses that nobody can guess, each for one file and a while. */
export function createAddresses({ database, clock, url }: AddressesOptions) {
  const urlOf = (key: string): string => `${url}${FILES_PATH}/${key}`;

  return {
    urlOf,

    /** The end of an address that is valid this long from now, or from the last of these times if that is later. */
    endOf(ms: number, ...times: (Date | undefined)[]): Date {
      const nowMs = clock.now().getTime();
      const latestMs = Math.max(...times.map((time) => time?.getTime() ?? 0), nowMs);
      return new Date(Math.min(latestMs, nowMs + MAX_AHEAD_MS) + ms);
    },

    /** Creates an address. Its file is inserted in the same transaction. */
    async addressFor(tx: Tx, target: Omit<store.FileAddress, 'tokenHash'>, key = newSecret()): Promise<string> {
      await store.insertAddress(tx, { ...target, tokenHash: hashOf(key) });
      return urlOf(key);
    },

    /** Throws file_unknown. */
    async findTarget(key: string, direction: store.FileAddress['direction']) {
      const target = await store.findAddress(database, hashOf(key), clock.now());
      return target?.address.direction === direction ? target : refuse('file_unknown');
    },
  };
}

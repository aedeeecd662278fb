import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { refuse } from './staff.refusals.ts';
import * as store from './staff.store.ts';

/** Wrong passwords and codes are counted for this long. A pause is as long. */
const ATTEMPTS_COUNTED_MS: number = 15 * MINUTE_MS;
const MAX_WITH_EMAIL_FROM_ADDRESS = 5;
const MAX_FROM_ADDRESS = 20;
/**
 * The limit for an e-mail from all addresses. It does not apply to an address from which the person has signed in
 * before.
 */
const MAX_WITH_EMAIL = 15;

interface Attempt {
  email: string;
  address: string;
}

export interface CountedAttempt {
  /** Removes the attempt, because it was right or could not be checked. */
  withdraw(): Promise<void>;
}

/**
 * Counts an attempt as failed before it is checked, so that many at once cannot all pass the limit. `withdraw` removes
 * one that was right. Throws sign_in_paused.
 */
export function countAttempt(database: Database, clock: Clock, attempt: Attempt): Promise<CountedAttempt> {
  return database.transaction(async (tx) => {
    await store.lockAttempts(tx);
    const now = clock.now();
    const { ofBoth, ofAddress, ofEmail } = await store.countAttempts(
      tx,
      attempt,
      new Date(now.getTime() - ATTEMPTS_COUNTED_MS),
    );
    const isBeyondOwn = ofBoth >= MAX_WITH_EMAIL_FROM_ADDRESS || ofAddress >= MAX_FROM_ADDRESS;
    if (isBeyondOwn || (ofEmail >= MAX_WITH_EMAIL && !(await store.hasSignedInFrom(tx, attempt))))
      refuse('sign_in_paused', { minutes: ATTEMPTS_COUNTED_MS / MINUTE_MS });
    const id = await store.insertAttempt(tx, { ...attempt, at: now });
    return { withdraw: () => store.deleteAttempt(database, id) };
  });
}

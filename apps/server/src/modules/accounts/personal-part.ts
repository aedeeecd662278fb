import type { Tx } from '#db/database.ts';

/** Whose data is asked for: by the account, and where only a number was kept, by the number. */
export interface PersonalOwner {
  driverId: number;
  /** Ten digits. */
  mobile: string;
}

/**
 * What is held of a driver, by the table it lies in, newest first: facts as they are told, in snake case, amounts in paise.
 * No secrets, no hashes, and nothing of anybody else.
 */
export type PersonalData = Record<string, Record<string, unknown>[]>;

/** What one module holds, at most `limit` rows of each table. */
export type PersonalPart = (tx: Tx, owner: PersonalOwner, limit: number) => Promise<PersonalData>;

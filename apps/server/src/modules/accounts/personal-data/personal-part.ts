import type { Tx } from '#db/database.ts';

/** The driver whose data is exported, by account or, where only a number is stored, by number. */
export interface PersonalOwner {
  driverId: number;
  /** Ten digits. */
  mobile: string;
}

/**
 * A driver's data by table, newest first: field names in snake case, amounts in paise. No secrets, no hashes, and
 * nothing about anyone else.
 */
export type PersonalData = Record<string, Record<string, unknown>[]>;

/** Reads one module's data of a driver, at most `limit` rows of each table. */
export type PersonalPart = (tx: Tx, owner: PersonalOwner, limit: number) => Promise<PersonalData>;

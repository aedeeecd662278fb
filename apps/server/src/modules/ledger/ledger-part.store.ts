import { sql, type SQL } from 'drizzle-orm';

/**
 * The last transfer and the last entry that a check covers. Nothing older can still be written. A transfer may have
 * entries on both sides of the end.
 */
export interface LedgerEnd {
  transferId: number;
  entryId: number;
}

/** How far the ledger was found in order. The next check continues from there. */
export interface CheckedUntil extends LedgerEnd {
  /** Rows with a later time may be newer than the checkpoint. */
  at: Date;
  /** The totals that the part stored with the checkpoint. */
  totals: Record<string, number>;
}

/** The rows to check: all, or those that may have changed since a checkpoint. */
export interface CheckScope {
  /** The condition that a column of references names a row to check. The column is written with its table's alias. */
  has(column: string): SQL;
  /** Missing if all rows are checked. */
  since?: CheckedUntil;
}

/** A module's part of the ledger check. */
export interface LedgerCheckPart {
  name: string;
  /**
   * Queries for rows in scope that break an invariant. Each result names the row and says what is wrong (`row`,
   * `problem`).
   */
  problems(scope: CheckScope): readonly SQL[];
  /** Finds each `reference` that may have changed since, other than those of new transfers. */
  changed?(since: CheckedUntil): SQL;
  /** Selects one row with the `totals` that are stored with a checkpoint at this end. */
  totals?(end: LedgerEnd): SQL;
}

export const ALL_ROWS: CheckScope = { has: () => sql`true` };

/** The scope of rows with these references, and rows newer than a checkpoint. */
export function scopeOfChanges(references: readonly string[], since: CheckedUntil): CheckScope {
  return { since, has: (column) => sql`${sql.raw(column)} in (select unnest(${sql.param(references)}::text[]))` };
}

import { sql, type SQL } from 'drizzle-orm';

/** A transfer and an entry: nobody can write any more what is not newer. Of one transfer some entries may be newer, and others not. */
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
  /** Whether a column of references, written with its table's alias, names something that is looked at. */
  has(column: string): SQL;
  /** Missing where all rows are looked at. */
  since?: CheckedUntil;
}

/** A module's part of the ledger check. */
export interface LedgerCheckPart {
  name: string;
  /** Queries, each of which finds the rows in scope that break an invariant and says of each what is wrong (`row`, `problem`). */
  problems(scope: CheckScope): readonly SQL[];
  /** Finds each `reference` that may have changed since, beyond those that a new transfer names. */
  changed?(since: CheckedUntil): SQL;
  /** Selects one row with the `totals` that are stored with a checkpoint at this end. */
  totals?(end: LedgerEnd): SQL;
}

export const ALL_ROWS: CheckScope = { has: () => sql`true` };

/** The scope of rows with these references, and rows newer than a checkpoint. */
export function changedRows(references: readonly string[], since: CheckedUntil): CheckScope {
  return { since, has: (column) => sql`${sql.raw(column)} in (select unnest(${sql.param(references)}::text[]))` };
}

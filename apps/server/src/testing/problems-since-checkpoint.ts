import type { Tx } from '#db/database.ts';
import type { LedgerCheckPart } from '#modules/ledger/index.ts';
import { listChangedReferences, checkedUntilOf } from '#modules/ledger/ledger-checkpoints.store.ts';
import { scopeOfChanges } from '#modules/ledger/ledger-part.store.ts';
import { listProblemsOf } from '#modules/ledger/ledger-problems.store.ts';
import { LEDGER_PARTS } from '../ledger-parts.ts';

const OF_AN_EMPTY_LEDGER = { transferId: 0, entryId: 0, checkedAt: new Date(0), totals: {} };

/**
 * The rows that these parts of the check report when they continue from a checkpoint of an empty ledger. Since
 * everything has changed since then, these are all the wrong rows.
 */
export async function rowsNamedSinceCheckpoint(tx: Tx, ...parts: LedgerCheckPart[]): Promise<string[]> {
  const references = await listChangedReferences(tx, OF_AN_EMPTY_LEDGER, LEDGER_PARTS);
  const queries = parts.flatMap((part) =>
    part.problems(scopeOfChanges(references, checkedUntilOf(OF_AN_EMPTY_LEDGER, part))),
  );
  return (await listProblemsOf(tx, queries)).map(({ row }) => row);
}

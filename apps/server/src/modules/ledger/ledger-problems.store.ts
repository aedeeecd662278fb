import type { SQL } from 'drizzle-orm';
import type { Database, Tx } from '#db/database.ts';
import type { Problem } from '#kernel/problem.ts';
import { entriesCheck } from './entries-check.store.ts';
import { ALL_ROWS, type LedgerCheckPart } from './ledger-part.store.ts';

/** One snapshot for all queries. Otherwise a transaction that commits between two of them would look like a problem. */
export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

/** What does not add up in the ledger and in these parts, read in one snapshot. */
export async function listLedgerProblems(database: Database, parts: readonly LedgerCheckPart[]): Promise<Problem[]> {
  return database.transaction((tx) => listProblemsIn(tx, entriesCheck, ...parts), SNAPSHOT);
}

/** The problems that these parts find in the caller's snapshot. */
export async function listProblemsIn(tx: Tx, ...parts: readonly LedgerCheckPart[]): Promise<Problem[]> {
  return listProblemsOf(
    tx,
    parts.flatMap((part) => part.problems(ALL_ROWS)),
  );
}

/** The problems that these queries find. `onStep` is called before each. */
export async function listProblemsOf(
  tx: Tx,
  queries: readonly SQL[],
  onStep?: (step: number, of: number) => void,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [index, query] of queries.entries()) {
    onStep?.(index + 1, queries.length);
    const { rows } = await tx.execute<Problem & Record<string, unknown>>(query);
    problems.push(...rows.map(({ row, problem }) => ({ row, problem })));
  }
  return problems;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '#db/database.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Problem } from '#kernel/problem.ts';
import { booksCheck } from './books-check.store.ts';
import { problemsOf, SNAPSHOT } from './ledger-check.store.ts';
import { ALL_ROWS, changedRows, type LedgerCheckPart, type LedgerEnd } from './ledger-part.store.ts';
import * as store from './ledger-proofs.store.ts';

const MAX_WAIT_MS = 10 * SECOND_MS;
const LOOK_EVERY_MS = 20;

interface ProveOptions {
  now: Date;
  /** Looks at all rows, whatever was proven. */
  isFull?: boolean;
  /** Called before each query. */
  onStep?: (step: number, of: number) => void;
  /** How long to wait for transactions that write to the ledger. */
  maxWaitMs?: number;
}

export interface ProofResult {
  /** What does not add up. */
  problems: Problem[];
  /** The proof from which it continued, and the number of transfers since. */
  since?: { at: Date; transfers: number };
  /** Whether the next check goes on from here. */
  isKept: boolean;
}

/**
 * Proves, in one snapshot, that the books add up and what the modules add: in full, or on from what these very checks have proven.
 * What is found to be right is noted, for the next check to go on from.
 */
export async function proveLedger(
  database: Database,
  modules: readonly LedgerCheckPart[],
  { now, isFull = false, onStep, maxWaitMs = MAX_WAIT_MS }: ProveOptions,
): Promise<ProofResult> {
  const parts = [booksCheck, ...modules];
  const checks = store.versionOf(parts);
  const proof = isFull ? undefined : await store.findProof(database, checks);
  const end = await findSettledEnd(database, maxWaitMs);
  const { problems, since, totals } = await database.transaction(async (tx) => {
    await store.allowMemory(tx);
    const queries = proof ? await queriesSince(tx, proof, parts) : parts.flatMap((part) => part.problems(ALL_ROWS));
    return {
      problems: await problemsOf(tx, queries, onStep),
      since: proof && { at: proof.provenAt, transfers: await store.countTransfersAfter(tx, proof.transferId) },
      totals: end && (await store.readTotals(tx, parts, end)),
    };
  }, SNAPSHOT);
  const isKept = problems.length === 0 && end !== undefined && totals !== undefined;
  if (isKept) await store.insertProof(database, { ...end, provenAt: now, isFull: !proof, checks, totals });
  return { problems, isKept, ...(since && { since }) };
}

async function queriesSince(tx: Tx, proof: store.LedgerProof, parts: readonly LedgerCheckPart[]) {
  const references = await store.listChangedReferences(tx, proof, parts);
  return parts.flatMap((part) => part.problems(changedRows(references, store.provenUntilOf(proof, part))));
}

/**
 * The last transfer below which nothing more can be written. Ids are assigned in order but committed in any order, so
 * it waits for all transactions that may hold an earlier id. They do not wait for it. Undefined if one takes too long.
 */
async function findSettledEnd(database: Database, maxWaitMs: number): Promise<LedgerEnd | undefined> {
  const end = await store.findLedgerEnd(database);
  const deadline = performance.now() + maxWaitMs;
  let writers = await store.listWriters(database);
  while (writers.length > 0) {
    if (performance.now() >= deadline) return undefined;
    await pause(LOOK_EVERY_MS);
    const stillThere = await store.listWriters(database);
    writers = writers.filter((writer) => stillThere.includes(writer));
  }
  return end;
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '#db/database.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Problem } from '#kernel/problem.ts';
import { entriesCheck } from './entries-check.store.ts';
import * as store from './ledger-checkpoints.store.ts';
import { ALL_ROWS, scopeOfChanges, type LedgerCheckPart, type LedgerEnd } from './ledger-part.store.ts';
import { listProblemsOf, SNAPSHOT } from './ledger-problems.store.ts';

const MAX_WAIT_MS = 10 * SECOND_MS;
const POLL_EVERY_MS = 20;

interface CheckLedgerOptions {
  now: Date;
  /** Checks all rows, also those before the last checkpoint. */
  isFull?: boolean;
  /** Called before each query. */
  onStep?: (step: number, of: number) => void;
  /** How long to wait for transactions that write to the ledger. */
  maxWaitMs?: number;
}

export interface LedgerCheckResult {
  /** What does not add up. */
  problems: Problem[];
  /** The checkpoint from which it continued, and the number of transfers since. */
  since?: { at: Date; transfers: number };
  /** True if a checkpoint was stored, from which the next check continues. */
  isKept: boolean;
}

/**
 * Checks, in one snapshot, that the ledger adds up, and what the modules add: everything, or what is new since the last
 * checkpoint of these same checks. If everything is right, it stores a checkpoint from which the next check continues.
 */
export async function checkLedger(
  database: Database,
  modules: readonly LedgerCheckPart[],
  { now, isFull = false, onStep, maxWaitMs = MAX_WAIT_MS }: CheckLedgerOptions,
): Promise<LedgerCheckResult> {
  const parts = [entriesCheck, ...modules];
  const checks = store.checkVersionOf(parts);
  const checkpoint = isFull ? undefined : await store.findCheckpoint(database, checks);
  const end = await findSettledEnd(database, maxWaitMs);
  const { problems, since, totals } = await database.transaction(async (tx) => {
    await store.setWorkMemory(tx);
    const queries = checkpoint
      ? await checksSince(tx, checkpoint, parts)
      : parts.flatMap((part) => part.problems(ALL_ROWS));
    return {
      problems: await listProblemsOf(tx, queries, onStep),
      since: checkpoint && {
        at: checkpoint.checkedAt,
        transfers: await store.countTransfersAfter(tx, checkpoint.transferId),
      },
      totals: end && (await store.readTotals(tx, parts, end)),
    };
  }, SNAPSHOT);
  const isKept = problems.length === 0 && end !== undefined && totals !== undefined;
  if (isKept) await store.insertCheckpoint(database, { ...end, checkedAt: now, isFull: !checkpoint, checks, totals });
  return { problems, isKept, ...(since && { since }) };
}

async function checksSince(tx: Tx, checkpoint: store.LedgerCheckpoint, parts: readonly LedgerCheckPart[]) {
  const references = await store.listChangedReferences(tx, checkpoint, parts);
  return parts.flatMap((part) => part.problems(scopeOfChanges(references, store.checkedUntilOf(checkpoint, part))));
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
    await pause(POLL_EVERY_MS);
    const stillThere = await store.listWriters(database);
    writers = writers.filter((writer) => stillThere.includes(writer));
  }
  return end;
}

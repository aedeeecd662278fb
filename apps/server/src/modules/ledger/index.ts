/** Double-entry books: every movement of money is a transfer between accounts, whose lines add up to 0. */
export { listLedgerProblems } from './ledger-problems.store.ts';
export type { LedgerCheckPart } from './ledger-part.store.ts';
export { findLastCheckpointAt } from './ledger-checkpoints.store.ts';
export { listBalances, listTransfers, lockDriverAccounts, listMovedByReference } from './ledger.store.ts';
export { postTransfer, postTransfers } from './post.ts';
export { checkLedger } from './check-ledger.ts';
export { reversedRevenueLines, revenueLines } from './revenue.ts';
export { hasSameLines, type Line, type Transfer } from './transfer.ts';

export { listLedgerProblems } from './ledger-problems.store.ts';
export type { LedgerCheckPart } from './ledger-part.store.ts';
export { findLastCheckpointAt } from './ledger-checkpoints.store.ts';
export { balancesOf, listTransfers, lockDriverAccounts, movedByReference } from './ledger.store.ts';
export { post, postAll } from './post.ts';
export { checkLedger } from './check-ledger.ts';
export { reversedRevenueLines, revenueLines } from './revenue.ts';
export { hasSameLines, type Line, type Transfer } from './transfer.ts';

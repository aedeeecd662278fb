export { ledgerCheck } from './ledger-check.store.ts';
export type { LedgerCheckPart } from './ledger-part.store.ts';
export { findLastProvenAt } from './ledger-proofs.store.ts';
export { balancesOf, listTransfers, lockDriverAccounts, movedByReference } from './ledger.store.ts';
export { post, postAll } from './post.ts';
export { proveLedger } from './prove-ledger.ts';
export { reversedRevenueLines, revenueLines } from './revenue.ts';
export { hasSameLines, type Line, type Transfer } from './transfer.ts';

export { ledgerCheck, type LedgerCheckPart } from './ledger-check.store.ts';
export { balancesOf, findTransfer, lockDriverAccounts, movedByReference } from './ledger.store.ts';
export { post } from './post.ts';
export { reversedRevenueLines, revenueLines } from './revenue.ts';
export { hasSameLines, type Line, type Transfer } from './transfer.ts';

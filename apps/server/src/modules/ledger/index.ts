export { ledgerCheck, type LedgerCheckPart } from './ledger-check.store.ts';
export { balancesOf, listTransfers, lockDriverAccounts, movedByReference, type OwnedAccount } from './ledger.store.ts';
export { post, postAll } from './post.ts';
export { reversedRevenueLines, revenueLines } from './revenue.ts';
export { hasSameLines, type Line, type Transfer } from './transfer.ts';

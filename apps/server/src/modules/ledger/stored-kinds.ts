import type { Line, Transfer } from './transfer.ts';

type AccountKind = Line['account']['kind'];
type TransferKind = Transfer['kind'];

/**
 * Kinds that were written under another name before: rows of the ledger never change, so these stay as they are stored.
 * Every other kind is stored by its own name.
 */
const STORED_ACCOUNTS: Partial<Record<AccountKind, string>> = {
  'provider:phonepe': 'gateway:phonepe',
  'provider:razorpay': 'gateway:razorpay',
  'provider:payu': 'gateway:payu',
  uncollected: 'overrun',
  forfeited: 'given_up',
  refunds_payable: 'refunds',
};
const STORED_TRANSFERS: Partial<Record<TransferKind, string>> = { forfeiture: 'given_up' };

export const storedAccount = (kind: AccountKind): string => STORED_ACCOUNTS[kind] ?? kind;
export const storedTransfer = (kind: TransferKind): string => STORED_TRANSFERS[kind] ?? kind;
export const accountKindOf = (stored: string): AccountKind => kindNamed(STORED_ACCOUNTS, stored) as AccountKind;
export const transferKindOf = (stored: string): TransferKind => kindNamed(STORED_TRANSFERS, stored) as TransferKind;

function kindNamed(kinds: Record<string, string>, stored: string): string {
  return Object.entries(kinds).find(([, name]) => name === stored)?.[0] ?? stored;
}

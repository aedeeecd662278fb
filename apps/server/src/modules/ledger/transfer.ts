import type { ProviderName } from '@bijli/contract/wallet';

/** A driver's two accounts: what is free to spend, and what is kept for running sessions. */
export type DriverAccount = { kind: 'wallet' | 'held'; driverId: number };

/**
 * The company's accounts: what came in through each provider, what was earned, the taxes owed, what could not be
 * collected, what is to be refunded, and what drivers forfeited when they left.
 */
export type CompanyAccount = {
  kind:
    | `provider:${ProviderName}`
    | 'revenue'
    | 'cgst'
    | 'sgst'
    | 'igst'
    | 'uncollected'
    | 'refunds_payable'
    | 'forfeited';
};

export interface Line {
  account: DriverAccount | CompanyAccount;
  /** Positive puts money into the account. */
  amountPaise: number;
}

export interface Transfer {
  /** Idempotency key, such as `hold:B-7KQ2MX9W4T`. */
  idempotencyKey: string;
  kind: 'top_up' | 'hold' | 'capture' | 'overrun' | 'release' | 'refund' | 'adjustment' | 'forfeiture' | 'sale';
  /** The payment's, session's or order's public reference. */
  reference: string;
  at: Date;
  lines: Line[];
}

export function isDriverAccount(account: Line['account']): account is DriverAccount {
  return 'driverId' in account;
}

/** A name for an account, the same for equal accounts. */
function accountName(account: Line['account']): string {
  return isDriverAccount(account) ? `${account.kind}:${account.driverId}` : account.kind;
}

/**
 * Merges the lines of each account, without those of zero. Throws if an amount is not whole paise, or the lines do not
 * balance or move nothing.
 */
export function mergeLines(lines: Line[]): Line[] {
  const byAccount = new Map<string, Line>();
  for (const { account, amountPaise } of lines) {
    const soFar = byAccount.get(accountName(account))?.amountPaise ?? 0;
    byAccount.set(accountName(account), { account, amountPaise: soFar + amountPaise });
  }
  const merged = [...byAccount.values()].filter((line) => line.amountPaise !== 0);
  const sum = merged.reduce((total, line) => total + line.amountPaise, 0);
  if (merged.length < 2 || sum !== 0 || !merged.every((line) => Number.isSafeInteger(line.amountPaise))) {
    throw new Error(`These are not the lines of a transfer: ${JSON.stringify(lines)}`);
  }
  return merged;
}

/** True if two sets of merged lines move the same money between the same accounts. */
export function hasSameLines(one: Line[], other: Line[]): boolean {
  const textsOf = (lines: Line[]) => lines.map((line) => `${accountName(line.account)} ${line.amountPaise}`).toSorted();
  return textsOf(one).join('\n') === textsOf(other).join('\n');
}

import type { Tx } from '#db/database.ts';
import { refuse } from './ledger.failures.ts';
import * as store from './ledger.store.ts';
import {
  accountName,
  isDriverAccount,
  hasSameLines,
  tidyLines,
  type CompanyAccount,
  type Line,
  type Transfer,
} from './transfer.ts';

/**
 * Moves money: one transfer whose lines sum to zero. A repeat under the same key does nothing more; other content under
 * a used key throws. Throws `balance_short` when a driver's account would fall below zero.
 */
export async function post(tx: Tx, transfer: Transfer): Promise<{ transferId: number }> {
  const lines = tidyLines(transfer.lines);
  const owned = await lockOwners(tx, lines);
  const before = await store.findTransfer(tx, transfer.idempotencyKey);
  if (before) return { transferId: sameAs(before, transfer, lines).id };

  const companyKinds = lines.flatMap(({ account }) => (isDriverAccount(account) ? [] : [account.kind]));
  const company = await store.companyAccountIds(tx, companyKinds);
  const entries = lines.map(({ account, amountPaise }) =>
    isDriverAccount(account)
      ? entryOf(owned.get(accountName(account)), amountPaise)
      : companyEntry(company, account, amountPaise),
  );
  const { lines: _, ...row } = transfer;
  return { transferId: await store.writeTransfer(tx, row, entries) };
}

async function lockOwners(tx: Tx, lines: Line[]): Promise<Map<string, store.OwnedAccount>> {
  const driverIds = new Set(lines.flatMap(({ account }) => (isDriverAccount(account) ? [account.driverId] : [])));
  const owned = new Map<string, store.OwnedAccount>();
  for (const driverId of [...driverIds].toSorted((a, b) => a - b)) {
    for (const account of await store.lockDriverAccounts(tx, driverId)) owned.set(accountName(account), account);
  }
  return owned;
}

function sameAs(before: store.StoredTransfer, transfer: Transfer, lines: Line[]): store.StoredTransfer {
  const same =
    before.kind === transfer.kind && before.reference === transfer.reference && hasSameLines(before.lines, lines);
  if (!same) throw new Error(`The key ${transfer.idempotencyKey} was used for another transfer.`);
  return before;
}

function entryOf(account: store.OwnedAccount | undefined, amountPaise: number): store.Entry {
  if (!account) throw new Error('A driver without accounts.');
  const balancePaise = account.balancePaise + amountPaise;
  if (balancePaise < 0) refuse('balance_short');
  return { accountId: account.id, amountPaise, balancePaise, accountVersion: account.version + 1 };
}

function companyEntry(ids: Map<string, number>, { kind }: CompanyAccount, amountPaise: number): store.Entry {
  const accountId = ids.get(kind);
  if (accountId === undefined) throw new Error(`The company has no account ${kind}.`);
  return { accountId, amountPaise, balancePaise: null, accountVersion: null };
}

import type { Tx } from '#db/database.ts';
import { refuse } from './ledger.failures.ts';
import * as store from './ledger.store.ts';
import { accountName, isDriverAccount, hasSameLines, mergeLines, type Transfer } from './transfer.ts';

/**
 * Moves money: one transfer whose lines sum to zero. A repeat under the same key does nothing more; other content under
 * a used key throws. Throws `balance_short` when a driver's account would fall below zero.
 */
export async function post(tx: Tx, transfer: Transfer): Promise<void> {
  await postAll(tx, [transfer]);
}

/**
 * Posts several transfers, one after the other, like `post`. `locked`: accounts of their drivers that are locked
 * already.
 */
export async function postAll(tx: Tx, transfers: Transfer[], locked?: store.OwnedAccount[]): Promise<void> {
  const tidy = transfers.map((transfer) => ({ ...transfer, lines: mergeLines(transfer.lines) }));
  const accounts = locked ?? (await lockOwners(tx, tidy));
  // Usually all transfers are new and every balance suffices. Then this is all.
  const newTransfers = entriesOf(tidy, accounts);
  if (newTransfers !== 'short' && (await store.insertTransfers(tx, newTransfers))) return;
  const before = await store.listTransfers(
    tx,
    tidy.map(({ idempotencyKey }) => idempotencyKey),
  );
  const fresh = tidy.filter((transfer) => {
    const stored = before.get(transfer.idempotencyKey);
    if (stored) checkSame(stored, transfer);
    return !stored;
  });
  if (fresh.length === 0) return;
  const rest = entriesOf(fresh, accounts);
  if (rest === 'short') refuse('balance_short');
  await store.insertMissingCompanyAccounts(tx, rest);
  if (!(await store.insertTransfers(tx, rest))) throw new Error('A transfer was not written.');
}

async function lockOwners(tx: Tx, transfers: Transfer[]): Promise<store.OwnedAccount[]> {
  const lines = transfers.flatMap((transfer) => transfer.lines);
  const driverIds = new Set(lines.flatMap(({ account }) => (isDriverAccount(account) ? [account.driverId] : [])));
  const accounts: store.OwnedAccount[] = [];
  for (const driverId of [...driverIds].toSorted((a, b) => a - b))
    accounts.push(...(await store.lockDriverAccounts(tx, driverId)));
  return accounts;
}

function checkSame(before: store.StoredTransfer, transfer: Transfer): void {
  const { kind, reference, lines } = transfer;
  const isSame = before.kind === kind && before.reference === reference && hasSameLines(before.lines, lines);
  if (!isSame) throw new Error(`The key ${transfer.idempotencyKey} was used for another transfer.`);
}

/** Transfers as they are written, with what the drivers' accounts have after each of their entries; `short` when one would fall below zero. */
function entriesOf(transfers: Transfer[], accounts: store.OwnedAccount[]): store.NewTransfer[] | 'short' {
  const owned = new Map(accounts.map((account) => [accountName(account), { ...account }]));
  let isShort = false;
  const newTransfers = transfers.map(({ lines, ...transfer }) => {
    const entries = lines.map(({ account, amountPaise }): store.Entry => {
      if (!isDriverAccount(account)) return { companyKind: account.kind, amountPaise };
      const own = owned.get(accountName(account));
      if (!own) throw new Error('A driver without accounts.');
      own.balancePaise += amountPaise;
      own.version += 1;
      isShort ||= own.balancePaise < 0;
      return { accountId: own.id, amountPaise, balancePaise: own.balancePaise, accountVersion: own.version };
    });
    return { transfer, entries };
  });
  return isShort ? 'short' : newTransfers;
}

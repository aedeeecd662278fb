import type { Tx } from '#db/database.ts';
import { refuse } from './ledger.refusals.ts';
import * as store from './ledger.store.ts';
import { isDriverAccount, hasSameLines, mergeLines, type Transfer } from './transfer.ts';

/**
 * Moves money: one transfer whose lines sum to zero. A repeat under the same key changes nothing; other content under a
 * used key throws an Error. Throws `balance_short` if a driver's account would fall below zero.
 */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<void> {
  await postTransfers(tx, [transfer]);
}

/** Posts several transfers, one after the other, like `postTransfer`. */
export async function postTransfers(tx: Tx, transfers: Transfer[]): Promise<void> {
  const merged = transfers.map((transfer) => ({ ...transfer, lines: mergeLines(transfer.lines) }));
  // Usually all transfers are new and every balance suffices. Then this is all.
  if ((await store.insertTransfers(tx, merged)) === 'written') return;
  await lockOwners(tx, merged);
  const before = await store.listTransfers(
    tx,
    merged.map(({ idempotencyKey }) => idempotencyKey),
  );
  const fresh = merged.filter((transfer) => {
    const stored = before.get(transfer.idempotencyKey);
    if (stored) assertSameTransfer(stored, transfer);
    return !stored;
  });
  if (fresh.length === 0) return;
  await store.insertMissingCompanyAccounts(tx, fresh);
  const outcome = await store.insertTransfers(tx, fresh);
  if (outcome === 'short') refuse('balance_short');
  if (outcome !== 'written') throw new Error('A transfer was not written.');
}

async function lockOwners(tx: Tx, transfers: Transfer[]): Promise<void> {
  const lines = transfers.flatMap((transfer) => transfer.lines);
  const driverIds = new Set(lines.flatMap(({ account }) => (isDriverAccount(account) ? [account.driverId] : [])));
  for (const driverId of [...driverIds].toSorted((a, b) => a - b)) await store.lockDriverAccounts(tx, driverId);
}

function assertSameTransfer(before: store.StoredTransfer, transfer: Transfer): void {
  const { kind, reference, lines } = transfer;
  const isSame = before.kind === kind && before.reference === reference && hasSameLines(before.lines, lines);
  if (!isSame) throw new Error(`The key ${transfer.idempotencyKey} was used for another transfer.`);
}

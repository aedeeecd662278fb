import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { isBalanceEnough } from '@bijli/contract/charge-choice';
import type { Tx } from '#db/database.ts';
import { ledgerAccounts } from '#modules/ledger/ledger.tables.ts';
import { chargePoints } from '#modules/network/network.tables.ts';
import { sessions } from '#modules/sessions/sessions.tables.ts';
import { chargingTokens } from '#modules/tokens/tokens.tables.ts';
import { chargePointLists } from './local-lists.tables.ts';
import type { Candidate } from './tag-list.ts';

export type ChargePointList = typeof chargePointLists.$inferSelect;

/** More tags than any charge point holds. */
const MAX_CANDIDATES = 5000;

/** Charge points whose list is kept up to date, and those whose list must be emptied. */
export function listChargePointsToSync(tx: Tx): Promise<{ chargePointId: string; keeps: boolean }[]> {
  const { id, keepsLocalList } = chargePoints;
  return tx
    .select({ chargePointId: id, keeps: keepsLocalList })
    .from(chargePoints)
    .leftJoin(chargePointLists, eq(chargePointLists.chargePointId, id))
    .where(or(keepsLocalList, isNotNull(chargePointLists.chargePointId)));
}

/** True if a list is kept for the charge point. Undefined if there is no such charge point. */
export async function findKeepsList(tx: Tx, chargePointId: string): Promise<boolean | undefined> {
  const { id, keepsLocalList, retiredAt } = chargePoints;
  const condition = and(eq(id, chargePointId), isNull(retiredAt));
  return (await tx.select({ keepsLocalList }).from(chargePoints).where(condition))[0]?.keepsLocalList;
}

/** The stored list of a charge point. An empty one is inserted if there is none. */
export async function findOrInsertList(tx: Tx, chargePointId: string): Promise<ChargePointList> {
  await tx.insert(chargePointLists).values({ chargePointId }).onConflictDoNothing();
  const [row] = await tx.select().from(chargePointLists).where(eq(chargePointLists.chargePointId, chargePointId));
  if (!row) throw new Error(`There is no charge point ${chargePointId}.`);
  return row;
}

export async function changeList(
  tx: Tx,
  chargePointId: string,
  change: Partial<Omit<ChargePointList, 'chargePointId'>>,
): Promise<void> {
  await tx.update(chargePointLists).set(change).where(eq(chargePointLists.chargePointId, chargePointId));
}

export async function deleteList(tx: Tx, chargePointId: string): Promise<void> {
  await tx.delete(chargePointLists).where(eq(chargePointLists.chargePointId, chargePointId));
}

/** The operator's own tags, then drivers' cards, newest first, each with whether it can pay. */
export async function listCandidates(tx: Tx): Promise<Candidate[]> {
  const { driverId, createdAt, removedAt } = chargingTokens;
  const isWallet = and(eq(ledgerAccounts.driverId, driverId), eq(ledgerAccounts.kind, 'wallet'));
  const rows = await tx
    .select({ token: chargingTokens, freePaise: ledgerAccounts.balancePaise })
    .from(chargingTokens)
    .leftJoin(ledgerAccounts, isWallet)
    .where(isNull(removedAt))
    .orderBy(sql`${driverId} is not null`, desc(createdAt))
    .limit(MAX_CANDIDATES);
  return rows.map(({ token, freePaise }) => ({
    token,
    isFunded: token.driverId === null || isBalanceEnough(freePaise ?? 0),
  }));
}

/** Those of these tags that have charged at a charge point. */
export async function listUsedAt(tx: Tx, chargePointId: string, tags: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ tag: sessions.startedByTag })
    .from(sessions)
    .where(and(eq(sessions.chargePointId, chargePointId), inArray(sessions.startedByTag, tags)));
  return new Set(rows.flatMap(({ tag }) => tag ?? []));
}

import type { Tx } from '#db/database.ts';
import { findToken } from '#modules/tokens/index.ts';
import type { StopReport } from '../charge-points.ts';
import * as store from '../sessions.store.ts';

/**
 * A stop with transaction id 0, -1 or an unknown one is taken for a session only when there is just one it can mean. An id
 * that we gave out, such as to a start that was not accepted, means what it was given for and no other.
 */
export async function findOnlyMatchingSession(tx: Tx, report: StopReport): Promise<store.Session | undefined> {
  const { chargePointId, transactionId, idTag, at } = report;
  if (await store.isTransactionIdGivenOut(tx, transactionId)) return undefined;
  const open = await store.lockOpenSessionsOfChargePoint(tx, chargePointId);
  const driverId = idTag && (await findToken(tx, idTag))?.driverId;
  // Any card of a driver ends what another has begun.
  const isBy = (session: store.Session) =>
    !idTag || store.hasTag(session, idTag) || (driverId && session.driverId === driverId);
  const fitting = open.filter((session) => session.startedAt !== null && session.startedAt <= at && isBy(session));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** A late word that has lost its id and names the tag of a session that was closed without it. */
export async function findSessionOfLateStop(tx: Tx, report: StopReport): Promise<store.Session | undefined> {
  const { chargePointId, transactionId, idTag, at } = report;
  if (!idTag || (await store.isTransactionIdGivenOut(tx, transactionId))) return undefined;
  const closed = await store.lockProvisionalSessions(tx, chargePointId, idTag);
  const fitting = closed.filter(({ startedAt }) => startedAt !== null && startedAt <= at);
  // A token may have had several.
  return fitting.length === 1 ? fitting[0] : undefined;
}

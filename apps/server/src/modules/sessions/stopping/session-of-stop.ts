import type { Tx } from '#db/database.ts';
import { findToken } from '#modules/tokens/index.ts';
import type { StopReport } from '../charge-points.ts';
import * as store from '../sessions.store.ts';

/**
 * Finds the session of a stop with transaction id 0, -1 or an unknown one, if only one session can be meant. An id that
 * we have given out means its own transaction and no other.
 */
export async function findOnlyMatchingSession(tx: Tx, report: StopReport): Promise<store.Session | undefined> {
  const { chargePointId, transactionId, idTag, at } = report;
  if (await store.isTransactionIdGivenOut(tx, transactionId)) return undefined;
  const open = await store.lockOpenSessionsOfChargePoint(tx, chargePointId);
  const driverId = idTag && (await findToken(tx, idTag))?.driverId;
  // Any card of a driver may end a session of that driver.
  const isBy = (session: store.Session) =>
    !idTag || store.isOfTag(session, idTag) || (driverId && session.driverId === driverId);
  const fitting = open.filter((session) => session.startedAt !== null && session.startedAt <= at && isBy(session));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Finds a provisional session for a late stop that has lost its transaction id but names the session's tag. */
export async function findSessionOfLateStop(tx: Tx, report: StopReport): Promise<store.Session | undefined> {
  const { chargePointId, transactionId, idTag, at } = report;
  if (!idTag || (await store.isTransactionIdGivenOut(tx, transactionId))) return undefined;
  const closed = await store.lockProvisionalSessions(tx, chargePointId, idTag);
  const fitting = closed.filter(({ startedAt }) => startedAt !== null && startedAt <= at);
  // A token may have several sessions.
  return fitting.length === 1 ? fitting[0] : undefined;
}

import type { Tx } from '#db/database.ts';
import { newReference } from '#kernel/ids.ts';
import { isReservedFor, lockReservations } from '#modules/operations/index.ts';
import { lockToken, tagStatus, type Token } from '#modules/tokens/index.ts';
import { actualStartAt, isReportedLate, reportedStartAt, type StartReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { nextState } from '../session-state.ts';
import * as store from '../sessions.store.ts';
import { noteUnplugged } from '../starting/plugged.store.ts';
import { canStartAt, listReservationsSeenBy } from '../starting/reserved.ts';
import { purchaseOnCard, type CardRefusal, type CardTerms } from './card-purchase.ts';
import { startRequestedInApp } from './requested-in-app.ts';
import { hasSessionElsewhere, lockSessionOfConnector, lockSessionOfStart } from './token-sessions.store.ts';

/** What becomes of a start on a token. */
export type TokenStart =
  | { session: store.Session }
  | CardRefusal
  /** The session that has to be closed first: a charge point that begins another one on its connector has ended it. */
  | { ended: store.Session };

/** Without the connector, which has another session: it waits for its StopTransaction, which bills it as one that corrects a bill. */
const CLOSED = { state: 'completed', endReason: 'EVDisconnected', isProvisional: true } as const;

/**
 * Opens a session, or answers the one that the same start has opened before: one that nobody pays for, or, with the `terms` of a
 * driver's card, one that the driver buys.
 */
export async function startOnToken(
  tx: Tx,
  context: Pick<SessionContext, 'network' | 'wallet' | 'rules' | 'publishEvent'>,
  token: Token,
  report: StartReport,
  terms?: CardTerms,
): Promise<TokenStart> {
  const { network, wallet, publishEvent } = context;
  const { chargePointId, connector, meterStartWh, receivedAt } = report;
  if (terms) await store.lockStartsOfDriver(tx, terms.driverId);
  await lockReservations(tx, chargePointId);
  const known = await lockSessionOfStart(tx, token.idTag, report);
  if (known && isRepeated(known, report)) return { session: known };
  const startedAt = reportedStartAt(report);
  // As it was then: a charge point that had no link may tell late of a charge that was right.
  const status = tagStatus(token, startedAt);
  if (status !== 'Accepted') return { refused: `the token is ${status.toLowerCase()}` };
  const chargePoint = await network.chargePoint(chargePointId, tx);
  const fitted = chargePoint?.connectors.find(({ number }) => number === connector);
  if (!chargePoint || !fitted) return { refused: 'the charge point has no such connector' };
  const open = await lockSessionOfConnector(tx, report);
  if (open?.startedAt && open.startedAt < startedAt) return { ended: open };
  const begun = { token: token.idTag, startedAt, meterStartWh, progressAt: receivedAt };
  const { label } = token;
  const asked =
    terms && (await startRequestedInApp(tx, context, { driverId: terms.driverId, label }, report, { open, begun }));
  if (asked) return asked;
  const seen = await listReservationsSeenBy(tx, chargePointId, startedAt, (one) => isReservedFor(one, token));
  if (!isReportedLate(report) && !(await canStartAt(tx, network, report, seen)))
    return { refused: 'the connector is kept for another' };
  // What is told late was over before the other one had the connector, or is to end now.
  const isBelated = open !== undefined && isReportedLate(report);
  if (open && !isBelated) return { refused: 'another session has the connector' };
  if (!terms && !token.isShared) {
    // Two starts at once are looked at one after the other.
    await lockToken(tx, token.idTag);
    if (await hasSessionElsewhere(tx, token.idTag, actualStartAt(report)))
      return { refused: 'the token charges elsewhere', status: 'ConcurrentTx' };
  }
  const purchase = terms && (await purchaseOnCard(tx, context, terms, report));
  if (purchase && 'refused' in purchase) return purchase;
  const session = await store.insertSession(tx, {
    bookingId: newReference('B'),
    ...begun,
    ...purchase,
    transactionId: await store.nextTransactionId(tx),
    stationId: chargePoint.stationId,
    chargePointId,
    connector,
    state: nextState('held', 'started'),
    ratedW: fitted.ratedW,
    createdAt: receivedAt,
    ...(isBelated && { ...CLOSED, endedAt: startedAt, unpluggedAt: receivedAt }),
  });
  if (purchase) {
    const { driverId, holdPaise: amountPaise } = purchase;
    await wallet.holdFunds(tx, { driverId, reference: session.bookingId, amountPaise });
    if (isBelated) await wallet.releaseHold(tx, session.bookingId);
    else await publishEvent(tx, session, { kind: 'started', cardName: label });
  }
  // Whose car hung there before has left.
  if (!isBelated) await noteUnplugged(tx, report, receivedAt);
  return { session };
}

/**
 * Whether a start tells again of a session that is known. Without a clock another one may look the same; a charge point that has told
 * the end of the first had heard the answer to its start.
 */
function isRepeated({ endedAt, isProvisional }: store.Session, { isClockDoubted }: StartReport): boolean {
  return !isClockDoubted || endedAt === null || isProvisional;
}

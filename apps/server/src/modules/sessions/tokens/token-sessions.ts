import type { Tx } from '#db/database.ts';
import { newReference } from '#kernel/ids.ts';
import { isReservedFor, lockReservations } from '#modules/operations/index.ts';
import { lockToken, tagStatus, type Token } from '#modules/tokens/index.ts';
import { actualStartAt, isReportedLate, reportedStartAt, type StartReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { nextState } from '../session-state.ts';
import * as store from '../sessions.store.ts';
import { noteUnplugged } from '../starting/connectors-in-use.store.ts';
import { canStartAt, listReservationsSeenBy } from '../starting/reserved-starts.ts';
import { purchaseOnCard, type CardRejection, type CardTerms } from './card-purchase.ts';
import { startRequestedInApp } from './requested-in-app.ts';
import { hasSessionElsewhere, lockSessionOfConnector, lockSessionOfStart } from './token-sessions.store.ts';

/** The outcome of a start on a token. */
export type TokenStart =
  | { session: store.Session }
  | CardRejection
  /** This session must be closed first, because a charge point that begins another on its connector has ended it. */
  | { blockedBy: store.Session };

/**
 * The state of a belated session, whose connector has another session. It ends at its start until it is billed
 * (`isUnbilledBelated`), as a correction.
 */
const CLOSED = { state: 'completed', endReason: 'EVDisconnected', isProvisional: true } as const;

/**
 * Opens a session on a token, or returns the one that the same start has opened before. With the `terms` of a driver's
 * card the driver buys it, without them nobody pays.
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
  // The tag's status at that time, because an offline charge point may report an allowed charge late.
  const status = tagStatus(token, startedAt);
  if (status !== 'Accepted') return { problem: `the token is ${status.toLowerCase()}` };
  const chargePoint = await network.findChargePoint(chargePointId, tx);
  const fitted = chargePoint?.connectors.find(({ number }) => number === connector);
  if (!chargePoint || !fitted) return { problem: 'the charge point has no such connector' };
  const open = await lockSessionOfConnector(tx, report);
  if (open?.startedAt && open.startedAt < startedAt) return { blockedBy: open };
  const started = { startedByTag: token.idTag, startedAt, meterStartWh, progressAt: receivedAt };
  const { label } = token;
  const asked =
    terms && (await startRequestedInApp(tx, context, { driverId: terms.driverId, label }, report, { open, started }));
  if (asked) return asked;
  const seen = await listReservationsSeenBy(tx, chargePointId, startedAt, (one) => isReservedFor(one, token));
  if (!isReportedLate(report) && !(await canStartAt(tx, network, report, seen)))
    return { problem: 'the connector is kept for another' };
  // A start that is reported late was over before the other session had the connector, or is ended now.
  const isBelated = open !== undefined && isReportedLate(report);
  if (open && !isBelated) return { problem: 'another session has the connector' };
  if (!terms && !token.isShared) {
    // Two starts at the same time take turns.
    await lockToken(tx, token.idTag);
    if (await hasSessionElsewhere(tx, token.idTag, actualStartAt(report)))
      return { problem: 'the token charges elsewhere', status: 'ConcurrentTx' };
  }
  const purchase = terms && (await purchaseOnCard(tx, context, terms, report));
  if (purchase && 'problem' in purchase) return purchase;
  const session = await store.insertSession(tx, {
    bookingId: newReference('B'),
    ...started,
    ...purchase,
    transactionId: await store.takeTransactionId(tx),
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
  // The car that was plugged in before has left.
  if (!isBelated) await noteUnplugged(tx, report, receivedAt);
  return { session };
}

/**
 * True if a start repeats that of a known session. Without a reliable clock, another session may look the same. A
 * charge point that has reported the end of the first had received the answer to its start.
 */
function isRepeated({ endedAt, isProvisional }: store.Session, { isClockDoubted }: StartReport): boolean {
  return !isClockDoubted || endedAt === null || isProvisional;
}

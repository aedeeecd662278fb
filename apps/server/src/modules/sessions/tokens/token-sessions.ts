import type { Tx } from '#db/database.ts';
import { newReference } from '#kernel/ids.ts';
import { lockToken, tagStatus, type Token } from '#modules/tokens/index.ts';
import { startOf, type StartReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { nextState } from '../session-state.ts';
import * as store from '../sessions.store.ts';
import { noteUnplugged } from '../starting/plugged.store.ts';
import { hasSessionElsewhere, lockSessionOfConnector, lockSessionOfStart } from './token-sessions.store.ts';

/** What becomes of a start on one of the operator's own tokens. */
export type TokenStart =
  | { session: store.Session }
  /** Why it is not accepted, for the operator; whether that is because the token charges elsewhere. */
  | { refused: string; isConcurrent?: true }
  /** The session that has to be closed first: a charge point that begins another one on its connector has ended it. */
  | { ended: store.Session };

/** Opens a session that nobody pays for, or answers the one that the same start has opened before. */
export async function startOnToken(
  tx: Tx,
  { network }: Pick<SessionContext, 'network'>,
  token: Token,
  report: StartReport,
): Promise<TokenStart> {
  const { chargePointId, connector, meterStartWh, receivedAt } = report;
  const known = await lockSessionOfStart(tx, token.idTag, report);
  if (known && isRepeated(known, report)) return { session: known };
  const startedAt = startOf(report);
  // As it was then: a charge point that had no link may tell late of a charge that was right.
  const status = tagStatus(token, startedAt);
  if (status !== 'Accepted') return { refused: `the token is ${status.toLowerCase()}` };
  const chargePoint = await network.chargePoint(chargePointId, tx);
  const fitted = chargePoint?.connectors.find(({ number }) => number === connector);
  if (!chargePoint || !fitted) return { refused: 'the charge point has no such connector' };
  const open = await lockSessionOfConnector(tx, report);
  if (open?.startedAt && open.startedAt < startedAt) return { ended: open };
  if (open) return { refused: 'another session has the connector' };
  if (!token.isShared) {
    // Two starts at once are looked at one after the other.
    await lockToken(tx, token.idTag);
    if (await hasSessionElsewhere(tx, token.idTag, startedAt))
      return { refused: 'the token charges elsewhere', isConcurrent: true };
  }
  const session = await store.insertSession(tx, {
    bookingId: newReference('B'),
    token: token.idTag,
    stationId: chargePoint.stationId,
    chargePointId,
    connector,
    state: nextState('held', 'started'),
    ratedW: fitted.ratedW,
    createdAt: receivedAt,
    transactionId: await store.nextTransactionId(tx),
    startedAt,
    meterStartWh,
    progressAt: receivedAt,
  });
  // Whose car hung there before has left.
  await noteUnplugged(tx, report, receivedAt);
  return { session };
}

/**
 * Whether a start tells again of a session that is known. Without a clock another one may look the same; a charge point that has told
 * the end of the first had heard the answer to its start.
 */
function isRepeated({ endedAt, isProvisional }: store.Session, { isClockDoubted }: StartReport): boolean {
  return !isClockDoubted || endedAt === null || isProvisional;
}

import type { Tx } from '#db/database.ts';
import { actualStartAt, isReportedLate, type StartReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { isStarting, nextState, statusAtStart } from '../session-state.ts';
import * as store from '../sessions.store.ts';
import { reviveSession } from '../starting/revived-starts.ts';
import { mayBelongToGivenUpStart, MAX_START_BEHIND_MS } from '../starting/start-step.ts';
import { lockLastOfDriver } from './token-sessions.store.ts';

/** The columns that a start on a token sets. */
type StartedColumns = Pick<store.Session, 'meterStartWh' | 'progressAt'> & { startedByTag: string; startedAt: Date };

/**
 * Begins the session that a driver has requested in the app when the driver presents a card at its connector, with the
 * app's choices. A session that was given up is revived if the charge point had been asked to start it with that card.
 * Returns undefined if there is none. `open`: the session on the connector. The driver must be locked.
 */
export async function startRequestedInApp(
  tx: Tx,
  context: Pick<SessionContext, 'wallet' | 'rules' | 'publishEvent'>,
  { driverId, label }: { driverId: number; label: string },
  report: StartReport,
  { open, started }: { open: store.Session | undefined; started: StartedColumns },
): Promise<{ session: store.Session } | { problem: string } | undefined> {
  if (open && isAskedBy(driverId, open, report)) {
    const session = await store.changeSession(tx, open.bookingId, {
      ...(await transactionOf(tx, open, started)),
      state: nextState(open.state, 'started'),
    });
    await context.publishEvent(tx, session, { kind: 'started', cardName: label });
    return { session };
  }
  const last = open ? undefined : await lockLastOfDriver(tx, driverId, report);
  if (!last || !mayBelongToGivenUpStart(last, started)) return undefined;
  const session = await reviveSession(tx, context, last, await transactionOf(tx, last, started));
  if (session) return { session };
  // A start that is reported late has delivered its energy.
  return isReportedLate(report) ? undefined : { problem: 'the charge was given up, and cannot be held for again' };
}

async function transactionOf(tx: Tx, { connectorStatus }: store.Session, started: StartedColumns) {
  const transactionId = await store.takeTransactionId(tx);
  return { ...started, transactionId, connectorStatus: statusAtStart(connectorStatus) };
}

/** True if the driver has requested this session in the app before presenting the card. */
function isAskedBy(driverId: number, open: store.Session, report: StartReport): boolean {
  const isAfter = actualStartAt(report).getTime() >= open.createdAt.getTime() - MAX_START_BEHIND_MS;
  return open.driverId === driverId && isStarting(open.state) && isAfter;
}

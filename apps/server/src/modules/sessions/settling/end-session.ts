import type { Tx } from '#db/database.ts';
import { traced, traceHere } from '#kernel/trace.ts';
import { getSupplierFor } from '#modules/invoices/index.ts';
import { ratedWOf, type SessionContext } from '../context.ts';
import { eventAtEnd } from '../session-events.ts';
import * as store from '../sessions.store.ts';
import { settleSession, type Ending } from './settlement.ts';

/** Ends a session in the caller's transaction: settles it, publishes the event, and logs what a person must look at. */
export async function endSession(
  { log, wallet, liveSessions, connectorOf, publishEvent }: SessionContext,
  tx: Tx,
  session: store.Session,
  ending: Ending,
): Promise<store.Session> {
  // Read in this transaction. Otherwise many sessions that end at once would hold all connections while waiting for
  // another.
  const connector = await connectorOf(session, tx);
  const ratedW = ratedWOf(session, connector);
  const supplier = store.isBought(session) ? await getSupplierFor(tx, connector.state) : undefined;
  const { bookingId, chargePointId } = session;
  const under = traceHere() ?? liveSessions.ofBookingId(bookingId)?.start.trace;
  const { ended, backPaise } = await traced('session.settle', { facts: { bookingId, chargePointId }, under }, () =>
    settleSession(tx, wallet, session, { ratedW, supplier }, ending),
  );
  const { disputedWh, isMeterSuspect } = ended;
  if (disputedWh > 0)
    log.warn(
      { event: 'session.energy_disputed', bookingId, chargePointId, disputedWh },
      'disputed energy was recorded',
    );
  if (isMeterSuspect)
    log.warn({ event: 'session.meter_suspect', bookingId, chargePointId }, 'the meter of a session is suspect');
  if (store.isBought(ended)) await publishEvent(tx, ended, eventAtEnd(session, ended, backPaise));
  return ended;
}

import type { Tx } from '#db/database.ts';
import type { ConnectorForStart } from '#modules/availability/index.ts';
import { actualStartAt, type StartReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { isStarting } from '../session-state.ts';
import * as store from '../sessions.store.ts';
import { canStartAt, findReservationAccess, listReservationsSeenBy } from './reserved-starts.ts';

/**
 * True if a start comes on another connector than the one its session was requested for: the driver has plugged in
 * there, and the charge point starts where the car is.
 */
export function isStartElsewhere(requested: store.Session, { connector }: StartReport): boolean {
  return requested.connector !== connector && requested.transactionId === null && isStarting(requested.state);
}

/**
 * Moves a requested session to the connector that really starts, at the price there if that is lower. Its power does
 * not matter, because the driver chose the cable. Returns undefined if the connector is dearer, taken, or reserved for
 * another. The reservations must be locked.
 */
export async function moveSession(
  tx: Tx,
  { network }: Pick<SessionContext, 'network'>,
  requested: store.BoughtSession,
  report: StartReport,
  offer: ConnectorForStart | undefined,
): Promise<store.BoughtSession | undefined> {
  const { chargePointId, connector } = report;
  const { driverId } = requested;
  const pricePaisePerKwh = offer?.pricePaisePerKwh;
  if (!offer || pricePaisePerKwh === undefined || pricePaisePerKwh > requested.pricePaisePerKwh) return undefined;
  if (await store.isConnectorTaken(tx, { chargePointId, connector })) return undefined;
  const at = actualStartAt(report);
  const seen = await listReservationsSeenBy(
    tx,
    chargePointId,
    at,
    async (one) => (await findReservationAccess(tx, driverId, one, at)) !== undefined,
  );
  if (!(await canStartAt(tx, network, { chargePointId, connector }, seen))) return undefined;
  const { ratedW } = offer;
  const moved = { connector, ratedW, pricePaisePerKwh, connectorStatus: null };
  return (await store.changeSession(tx, requested.bookingId, moved)) as store.BoughtSession;
}

import type { Tx } from '#db/database.ts';
import { canUseConnector, type SeenReservations } from '#modules/availability/index.ts';
import type { Network } from '#modules/network/index.ts';
import { endReservation, isReservedFor, listReservations, type Reservation } from '#modules/operations/index.ts';
import { groupOfDriver, listCardsOfDriver, tagStatus, type Token } from '#modules/tokens/index.ts';
import { reportedStartAt, type StartReport } from '../charge-points.ts';
import type { Session } from '../sessions.store.ts';
import { listStarting, listConnectorsInSession, type ConnectorKey } from './connectors-in-use.store.ts';

type IsOwn = (reservation: Reservation) => Promise<boolean> | boolean;

/**
 * The reservations in force at these charge points, as the driver sees them. A reservation of a whole charge point
 * whose holder has requested a start there reserves no more. It ends when the session begins, and holds again if the
 * start fails.
 */
async function listSeenReservations(
  tx: Tx,
  chargePointIds: string[],
  at: Date,
  isOwn: IsOwn,
): Promise<Map<string, SeenReservations<Reservation>>> {
  const seen = new Map<string, { own: Reservation[]; others: Reservation[] }>();
  const reservations = await listReservations(tx, at, chargePointIds);
  const ofWholes = reservations.filter(({ connector }) => connector === 0).map(({ chargePointId }) => chargePointId);
  const starting = ofWholes.length > 0 ? await listStarting(tx, ofWholes) : [];
  for (const reservation of reservations) {
    const { chargePointId, connector } = reservation;
    if (connector === 0 && (await removeStartUsing(tx, reservation, starting, at))) continue;
    const { own, others } = seen.get(chargePointId) ?? { own: [], others: [] };
    ((await isOwn(reservation)) ? own : others).push(reservation);
    seen.set(chargePointId, { own, others });
  }
  return seen;
}

/** Removes the start that uses a reservation from these, because a start uses only one. */
async function removeStartUsing(
  tx: Tx,
  reservation: Reservation,
  starting: Awaited<ReturnType<typeof listStarting>>,
  at: Date,
): Promise<boolean> {
  for (const [index, { driverId, chargePointId }] of starting.entries()) {
    if (driverId === null || chargePointId !== reservation.chargePointId) continue;
    if (!(await findReservationAccess(tx, driverId, reservation, at))) continue;
    starting.splice(index, 1);
    return true;
  }
  return false;
}

/** The reservations in force at a charge point. */
export async function listReservationsSeenBy(
  tx: Tx,
  chargePointId: string,
  at: Date,
  isOwn: IsOwn,
): Promise<SeenReservations<Reservation>> {
  return (await listSeenReservations(tx, [chargePointId], at, isOwn)).get(chargePointId) ?? { own: [], others: [] };
}

/** True if a connector is available besides those reserved for others. The reservations must be locked. */
export async function canStartAt(
  tx: Tx,
  network: Pick<Network, 'findChargePoint'>,
  { chargePointId, connector }: ConnectorKey,
  seen: SeenReservations,
): Promise<boolean> {
  if (seen.others.length === 0) return true;
  const chargePoint = await network.findChargePoint(chargePointId, tx);
  const inUse = new Set(await listConnectorsInSession(tx, chargePointId));
  return chargePoint !== undefined && canUseConnector(chargePoint, seen, connector, inUse);
}

/** Whether a driver may use a reservation now, and the card that it is for, if any. A blocked card may not. */
export async function findReservationAccess(
  tx: Tx,
  driverId: number,
  reservation: Reservation,
  at: Date,
): Promise<{ card: string | undefined } | undefined> {
  const parentIdTag = groupOfDriver(driverId);
  const cards = (await listCardsOfDriver(tx, driverId)).filter((card) => tagStatus(card, at) === 'Accepted');
  const card = cards.find(({ idTag }) => isReservedFor({ ...reservation, parentIdTag: undefined }, { idTag }));
  if (card) return { card: card.idTag };
  return isReservedFor(reservation, { idTag: parentIdTag, parentIdTag }) ? { card: undefined } : undefined;
}

/** The reservations in force at these charge points, as a driver sees them. */
export function listReservationsSeenByDriver(
  tx: Tx,
  driverId: number,
  chargePointIds: string[],
  at: Date,
): Promise<Map<string, SeenReservations<Reservation>>> {
  return listSeenReservations(
    tx,
    chargePointIds,
    at,
    async (one) => (await findReservationAccess(tx, driverId, one, at)) !== undefined,
  );
}

/**
 * Ends the reservation that an accepted start uses: the one that the charge point names, else the holder's reservation
 * of the connector, else of the whole charge point. `token`: what started the session, unless it was the
 * one-time tag.
 */
export async function useReservation(
  tx: Tx,
  report: StartReport,
  { driverId, createdAt, startedAt }: Session,
  token: Token | undefined,
): Promise<void> {
  const { chargePointId, connector, reservationId } = report;
  if (reservationId !== undefined) return endReservation(tx, chargePointId, String(reservationId));
  const at = reportedStartAt(report);
  const all = await listReservations(tx, at, [chargePointId]);
  const fitting = [connector, 0].flatMap((number) => all.filter((one) => one.connector === number));
  for (const one of fitting) {
    // A repeated start does not use up a later reservation. A start that was requested before the reservation does.
    if (one.takenAt > createdAt && one.takenAt > (startedAt ?? createdAt)) continue;
    const isHolder = token
      ? isReservedFor(one, token)
      : driverId !== null && (await findReservationAccess(tx, driverId, one, at));
    if (isHolder) return endReservation(tx, chargePointId, one.id);
  }
}

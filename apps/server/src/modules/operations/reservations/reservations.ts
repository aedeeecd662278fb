import type { Database, Tx } from '#db/database.ts';
import { isSameTag } from '#kernel/ids.ts';
import { deleteAppliedStates, lockAppliedStates } from '../commands/commands.store.ts';
import { deleteFreedReservations, deleteReservation, listHeldReservations } from './reservations.store.ts';

/** A reservation that a charge point has confirmed. */
export interface Reservation {
  id: string;
  chargePointId: string;
  /** 0 means any connector. */
  connector: number;
  idTag: string;
  parentIdTag: string | undefined;
  until: Date;
  /** When the charge point confirmed it. */
  takenAt: Date;
}

/** Reservations in force at a moment, at these charge points or at all. */
export async function listReservations(tx: Tx, at: Date, chargePointIds?: string[]): Promise<Reservation[]> {
  if (chargePointIds?.length === 0) return [];
  const held = await listHeldReservations(tx, chargePointIds);
  return held.map(reservationOf).filter(({ until }) => until > at);
}

/** Deletes reservations that have expired or whose expiry cannot be read. */
export async function purgeReservations(tx: Tx, now: Date): Promise<void> {
  for (const held of await listHeldReservations(tx))
    if (!(reservationOf(held).until > now)) await deleteReservation(tx, held);
}

/**
 * Makes starts at a charge point with reservations take turns, so that two starts cannot both take the last unreserved
 * connector.
 */
export async function lockReservations(tx: Tx, chargePointId: string): Promise<void> {
  await lockAppliedStates(tx, chargePointId, 'reservation');
}

/** Deletes a reservation that has led to a charge. */
export async function endReservation(tx: Tx, chargePointId: string, id: string): Promise<void> {
  await deleteAppliedStates(tx, chargePointId, 'reservation', [id]);
}

/** True if this tag, or its group (parentIdTag), may use the reservation. */
export function isReservedFor(
  { idTag, parentIdTag }: Pick<Reservation, 'idTag' | 'parentIdTag'>,
  tag: { idTag: string; parentIdTag?: string | null | undefined },
): boolean {
  return isSameTag(idTag, tag.idTag) || (parentIdTag !== undefined && isSameTag(parentIdTag, tag.parentIdTag));
}

/** Ends the reservations of a connector if its new status says that it is free. Before it must have been Reserved. */
export async function endFreedReservations(
  database: Database,
  { chargePointId, connector, status }: { chargePointId: string; connector: number; status: string },
): Promise<void> {
  if (status === 'Available') await deleteFreedReservations(database, chargePointId, connector);
}

/**
 * Reads a stored reservation. This is not done in SQL, where one unreadable value fails the whole query: OCPP allows
 * times and numbers that PostgreSQL does not. A reservation with an unreadable time does not hold.
 */
function reservationOf({
  chargePointId,
  key: id,
  value,
  appliedAt: takenAt,
}: {
  chargePointId: string;
  key: string;
  appliedAt: Date;
  value: Record<string, unknown>;
}): Reservation {
  const { connectorId, idTag, parentIdTag, expiryDate } = value;
  return {
    id,
    chargePointId,
    connector: Number(connectorId),
    idTag: String(idTag),
    parentIdTag: parentIdTag === undefined ? undefined : String(parentIdTag),
    until: new Date(String(expiryDate)),
    takenAt,
  };
}

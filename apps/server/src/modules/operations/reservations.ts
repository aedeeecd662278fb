import type { Database, Tx } from '#db/database.ts';
import { deleteHoldings, lockHoldings } from './commands.store.ts';
import { deleteFreedReservations, deleteReservation, listHeldReservations } from './reservations.store.ts';

/** A reservation that a charge point has taken, as the operator asked for it. */
export interface Reservation {
  id: string;
  chargePointId: string;
  /** 0: any one of them. */
  connector: number;
  idTag: string;
  parentIdTag: string | undefined;
  until: Date;
  /** When the charge point took it. */
  takenAt: Date;
}

/** Reservations that hold at a moment, at these charge points or at all. */
export async function listReservations(tx: Tx, at: Date, chargePointIds?: string[]): Promise<Reservation[]> {
  if (chargePointIds?.length === 0) return [];
  const held = await listHeldReservations(tx, chargePointIds);
  return held.map(reservationOf).filter(({ until }) => until > at);
}

/** Deletes those whose time is over, or cannot be read. */
export async function purgeReservations(tx: Tx, now: Date): Promise<void> {
  for (const held of await listHeldReservations(tx))
    if (!(reservationOf(held).until > now)) await deleteReservation(tx, held);
}

/** Starts take turns at a charge point that has reservations, so that two cannot both take the last one that nobody keeps. */
export async function lockReservations(tx: Tx, chargePointId: string): Promise<void> {
  await lockHoldings(tx, chargePointId, 'reservation');
}

/** A reservation has led to a charge. */
export async function endReservation(tx: Tx, chargePointId: string, id: string): Promise<void> {
  await deleteHoldings(tx, chargePointId, 'reservation', [id]);
}

/** Whether a tag, or another of its group, may use a reservation. OCPP compares tags without case. */
export function isReservedFor(
  { idTag, parentIdTag }: Pick<Reservation, 'idTag' | 'parentIdTag'>,
  tag: { idTag: string; parentIdTag?: string | null | undefined },
): boolean {
  const isSame = (a: string, b: string | null | undefined) => a.toUpperCase() === b?.toUpperCase();
  return isSame(idTag, tag.idTag) || (parentIdTag !== undefined && isSame(parentIdTag, tag.parentIdTag));
}

/** A connector that was reserved and is free has no reservation any more. */
export async function reservedConnectorFreed(
  database: Database,
  { chargePointId, connector, status }: { chargePointId: string; connector: number; status: string },
): Promise<void> {
  if (status === 'Available') await deleteFreedReservations(database, chargePointId, connector);
}

/**
 * Read here and not by the database, which refuses a whole question for one value that it cannot read: OCPP allows times with
 * offsets, and numbers, that PostgreSQL does not. A time that cannot be read holds nothing.
 */
function reservationOf({
  chargePointId,
  key: id,
  value,
  toldAt: takenAt,
}: {
  chargePointId: string;
  key: string;
  toldAt: Date;
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

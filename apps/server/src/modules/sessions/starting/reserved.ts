import type { Tx } from '#db/database.ts';
import { isReservedFor, listReservations, type Reservation } from '#modules/operations/index.ts';
import { groupOfDriver, listCardsOfDriver, tagStatus } from '#modules/tokens/index.ts';
import type { ConnectorKey } from './plugged.store.ts';

/** What a connector is reserved for at a moment; what is reserved of its charge point as a whole may be any other. */
export async function findReservation(
  tx: Tx,
  { chargePointId, connector }: ConnectorKey,
  at: Date,
): Promise<Reservation | undefined> {
  return (await listReservations(tx, [chargePointId], at)).find((one) => one.connector === connector);
}

/** Whether a driver may use a reservation at a moment, and the card that it is for, where it is for one: nothing begins with a blocked one. */
export async function claimOf(
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

/** Connectors of these charge points that are reserved for a driver. */
export async function listReservedForDriver(
  tx: Tx,
  driverId: number,
  chargePointIds: string[],
  at: Date,
): Promise<ConnectorKey[]> {
  const reserved: ConnectorKey[] = [];
  for (const reservation of await listReservations(tx, chargePointIds, at))
    if (reservation.connector > 0 && (await claimOf(tx, driverId, reservation, at))) reserved.push(reservation);
  return reserved;
}

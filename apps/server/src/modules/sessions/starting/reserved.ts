import type { Tx } from '#db/database.ts';
import { freeBeside } from '#modules/availability/index.ts';
import type { Network } from '#modules/network/index.ts';
import { isReservedFor, listReservations, lockReservations, type Reservation } from '#modules/operations/index.ts';
import { groupOfDriver, listCardsOfDriver, tagStatus } from '#modules/tokens/index.ts';
import { listTaken, type ConnectorKey } from './plugged.store.ts';

/** What a connector is reserved for at a moment; what is reserved of its charge point as a whole may be any other (`keptFor`). */
export async function findReservation(
  tx: Tx,
  { chargePointId, connector }: ConnectorKey,
  at: Date,
): Promise<Reservation | undefined> {
  return (await listReservations(tx, [chargePointId], at)).find((one) => one.connector === connector);
}

/**
 * Reservations of a charge point for any one of its connectors, by whether they are the asker's own: as many connectors stay free as
 * there are of others (OCPP 1.6, section 5.13).
 */
export async function keptAt(
  tx: Tx,
  chargePointId: string,
  at: Date,
  isOwn: (reservation: Reservation) => Promise<boolean> | boolean,
): Promise<{ own: Reservation | undefined; others: number }> {
  let own: Reservation | undefined;
  let others = 0;
  for (const reservation of await listReservations(tx, [chargePointId], at)) {
    if (reservation.connector !== 0) continue;
    if (await isOwn(reservation)) own ??= reservation;
    else others += 1;
  }
  return { own, others };
}

/** Whether so many connectors stay free for others where this one is taken. Starts at the charge point take turns from here on. */
export async function leavesKept(
  tx: Tx,
  network: Pick<Network, 'chargePoint'>,
  { chargePointId, connector }: ConnectorKey,
  others: number,
): Promise<boolean> {
  if (others === 0) return true;
  await lockReservations(tx, chargePointId);
  const chargePoint = await network.chargePoint(chargePointId, tx);
  const taken = new Set(await listTaken(tx, chargePointId));
  const left = chargePoint?.connectors.filter(({ number }) => !taken.has(number)) ?? [];
  return chargePoint !== undefined && freeBeside({ ...chargePoint, connectors: left }, connector) >= others;
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

/** What is reserved at these charge points, as a driver has it: connectors for the driver, and how many of each are kept for others. */
export async function reservationsSeenBy(
  tx: Tx,
  driverId: number,
  chargePointIds: string[],
  at: Date,
): Promise<{ own: ConnectorKey[]; kept: Map<string, number> }> {
  const own: ConnectorKey[] = [];
  const kept = new Map<string, number>();
  for (const reservation of await listReservations(tx, chargePointIds, at)) {
    const { chargePointId, connector } = reservation;
    const isOwn = (await claimOf(tx, driverId, reservation, at)) !== undefined;
    if (connector > 0 && isOwn) own.push(reservation);
    if (connector === 0 && !isOwn) kept.set(chargePointId, (kept.get(chargePointId) ?? 0) + 1);
  }
  return { own, kept };
}

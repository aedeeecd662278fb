import { and, asc, eq, gte } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargePoints, connectors, stations, tariffBands } from '../network.tables.ts';

export interface ListedChargePoint {
  id: string;
  stationId: string;
  stationName: string;
  name: string;
  connectors: { type: string; ratedW: number | null }[];
  hasSecret: boolean;
  /** The lowest allowed profile, and that of its last connection. */
  securityProfile: number;
  seenProfile: number;
  heardAt: Date | null;
  retiredAt: Date | null;
}

/** Inserts or updates a charge point and replaces its connectors. */
export async function saveChargePoint(
  tx: Tx,
  chargePoint: typeof chargePoints.$inferInsert,
  fitted: (typeof connectors.$inferInsert)[],
): Promise<void> {
  const { id, ...columns } = chargePoint;
  await tx.insert(chargePoints).values(chargePoint).onConflictDoUpdate({ target: chargePoints.id, set: columns });
  await tx.delete(connectors).where(eq(connectors.chargePointId, id));
  await tx.insert(connectors).values(fitted);
}

/** Saves a tariff of one plain price. It replaces the earlier tariff with all bands, and those still to come. */
export async function savePrice(
  tx: Tx,
  price: { stationId: string; current: string; pricePaisePerKwh: number; validFrom: Date },
): Promise<void> {
  const same = and(eq(tariffBands.stationId, price.stationId), eq(tariffBands.current, price.current));
  await tx.delete(tariffBands).where(and(same, gte(tariffBands.validFrom, price.validFrom)));
  await tx.insert(tariffBands).values(price);
}

/** How charge points of one station or of all are registered, also those that are not, ordered by station and id. */
export async function listRegistrations(tx: Tx, stationId?: string): Promise<ListedChargePoint[]> {
  const rows = await tx
    .select({ chargePoint: chargePoints, stationName: stations.name, connector: connectors })
    .from(chargePoints)
    .innerJoin(stations, eq(stations.id, chargePoints.stationId))
    .leftJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .where(stationId === undefined ? undefined : eq(chargePoints.stationId, stationId))
    .orderBy(asc(chargePoints.stationId), asc(chargePoints.id), asc(connectors.number));
  const byId = new Map<string, ListedChargePoint>();
  for (const { chargePoint, stationName, connector } of rows) {
    const { id, name, heardAt, retiredAt, passwordHash, securityProfile, seenProfile } = chargePoint;
    const listed = byId.get(id) ?? {
      id,
      stationId: chargePoint.stationId,
      stationName,
      name,
      heardAt,
      retiredAt,
      connectors: [],
      hasSecret: passwordHash !== null,
      securityProfile,
      seenProfile,
    };
    byId.set(id, listed);
    if (connector) listed.connectors.push({ type: connector.type, ratedW: connector.ratedW });
  }
  return [...byId.values()];
}

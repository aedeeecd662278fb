import { and, asc, eq, gte } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargers, connectors, stations, tariffBands } from './network.tables.ts';

export interface ListedCharger {
  id: string;
  stationId: string;
  stationName: string;
  name: string;
  /** Such as `CCS2 120 kW`. */
  connectors: string[];
  registered: boolean;
  seenAt: Date | null;
}

/** Writes a charger and exactly these connectors. */
export async function putCharger(
  tx: Tx,
  charger: typeof chargers.$inferInsert,
  fitted: (typeof connectors.$inferInsert)[],
): Promise<void> {
  const { id, ...facts } = charger;
  await tx.insert(chargers).values(charger).onConflictDoUpdate({ target: chargers.id, set: facts });
  await tx.delete(connectors).where(eq(connectors.chargerId, id));
  await tx.insert(connectors).values(fitted);
}

/** A tariff of one plain price; it takes the place of the earlier one, bands and all, and of those still to come. */
export async function putPrice(
  tx: Tx,
  price: { stationId: string; current: string; pricePaisePerKwh: number; validFrom: Date },
): Promise<void> {
  const same = and(eq(tariffBands.stationId, price.stationId), eq(tariffBands.current, price.current));
  await tx.delete(tariffBands).where(and(same, gte(tariffBands.validFrom, price.validFrom)));
  await tx.insert(tariffBands).values(price);
}

/** Chargers of one station or of all, by station and id. */
export async function listChargers(tx: Tx, stationId?: string): Promise<ListedCharger[]> {
  const rows = await tx
    .select({ charger: chargers, stationName: stations.name, connector: connectors })
    .from(chargers)
    .innerJoin(stations, eq(stations.id, chargers.stationId))
    .leftJoin(connectors, eq(connectors.chargerId, chargers.id))
    .where(stationId === undefined ? undefined : eq(chargers.stationId, stationId))
    .orderBy(asc(chargers.stationId), asc(chargers.id), asc(connectors.number));
  const byId = new Map<string, ListedCharger>();
  for (const { charger, stationName, connector } of rows) {
    const { id, name, seenAt, passwordHash } = charger;
    const listed = byId.get(id) ?? {
      id,
      stationId: charger.stationId,
      stationName,
      name,
      seenAt,
      connectors: [],
      registered: passwordHash !== null,
    };
    byId.set(id, listed);
    if (connector)
      listed.connectors.push(connector.maxW ? `${connector.type} ${connector.maxW / 1000} kW` : connector.type);
  }
  return [...byId.values()];
}

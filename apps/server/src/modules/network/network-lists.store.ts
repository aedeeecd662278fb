import { and, asc, count, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { chargePoints, connectors, stations } from './network.tables.ts';

/** A page of a list ordered by id: at most `limit` rows after an id, of these stations if some are given. */
export interface IdPage {
  after: string | undefined;
  limit: number;
  stationIds: readonly string[] | undefined;
}

export interface StationOfNetwork {
  id: string;
  name: string;
  address: string;
  city: string;
  state: string;
  isInUse: boolean;
  chargePoints: number;
}

export interface ChargePointOfNetwork {
  id: string;
  stationId: string;
  name: string;
  hasSecret: boolean;
  securityProfile: number;
  seenProfile: number;
  heardAt: Date | null;
  retiredAt: Date | null;
  connectors: { type: string; ratedW: number }[];
}

/** Without `isInUse`, includes stations that are not in use. */
export function listStationsOfNetwork(
  tx: Tx,
  { after, limit, stationIds }: IdPage,
  isInUse: boolean | undefined,
): Promise<StationOfNetwork[]> {
  const { id, name, address, city, state } = stations;
  return tx
    .select({ id, name, address, city, state, isInUse: stations.isInUse, chargePoints: count(chargePoints.id) })
    .from(stations)
    .leftJoin(chargePoints, and(eq(chargePoints.stationId, id), isNull(chargePoints.retiredAt)))
    .where(
      and(
        after === undefined ? undefined : gt(id, after),
        stationIds && isAnyOf(id, stationIds),
        isInUse === undefined ? undefined : eq(stations.isInUse, isInUse),
      ),
    )
    .groupBy(id)
    .orderBy(asc(id))
    .limit(limit);
}

export async function listChargePointsOfNetwork(
  tx: Tx,
  { after, limit, stationIds }: IdPage,
): Promise<ChargePointOfNetwork[]> {
  const page = tx
    .select({ id: chargePoints.id })
    .from(chargePoints)
    .where(
      and(
        after === undefined ? undefined : gt(chargePoints.id, after),
        stationIds && isAnyOf(chargePoints.stationId, stationIds),
      ),
    )
    .orderBy(asc(chargePoints.id))
    .limit(limit);
  const rows = await tx
    .select({ chargePoint: chargePoints, connector: connectors })
    .from(chargePoints)
    .leftJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .where(inArray(chargePoints.id, page))
    .orderBy(asc(chargePoints.id), asc(connectors.number));
  const byId = new Map<string, ChargePointOfNetwork>();
  for (const { chargePoint, connector } of rows) {
    const { id, stationId, name, heardAt, retiredAt, passwordHash, securityProfile, seenProfile } = chargePoint;
    const hasSecret = passwordHash !== null;
    const own = { id, stationId, name, heardAt, retiredAt, hasSecret, securityProfile, seenProfile };
    const listed = byId.get(id) ?? { ...own, connectors: [] };
    byId.set(id, listed);
    if (connector) listed.connectors.push({ type: connector.type, ratedW: connector.ratedW });
  }
  return [...byId.values()];
}

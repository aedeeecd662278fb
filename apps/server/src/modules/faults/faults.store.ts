import { and, count, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { downtimes } from '#modules/availability/availability.tables.ts';
import { chargePoints, connectors } from '#modules/network/network.tables.ts';
import { sessions } from '#modules/sessions/sessions.tables.ts';
import { FAULT_RULE, isByChargePoint, type FaultRule, type StartOutcome } from './fault-rule.ts';
import { connectorFaults, faultRules } from './faults.tables.ts';

export type Fault = typeof connectorFaults.$inferSelect;
export type OpenFault = Fault & { state: Exclude<Fault['state'], 'ended'> };

export interface PlaceOfFault {
  chargePointId: string;
  connector: number;
}

/** More starts than any rule needs, including those that do not count. */
const MAX_STARTS = 50;

const isOpen = isNull(connectorFaults.endedAt);
const isAt = ({ chargePointId, connector }: PlaceOfFault) =>
  and(eq(connectorFaults.chargePointId, chargePointId), eq(connectorFaults.connector, connector));
const runsAt = ({ chargePointId, connector }: PlaceOfFault) =>
  and(eq(sessions.chargePointId, chargePointId), eq(sessions.connector, connector));

export async function readFaultRule(tx: Tx): Promise<FaultRule> {
  const [row] = await tx.select().from(faultRules);
  return row ?? FAULT_RULE;
}

export async function saveFaultRule(tx: Tx, { fixes, ...numbers }: FaultRule): Promise<void> {
  const row = { ...numbers, fixes: [...fixes] };
  await tx.insert(faultRules).values(row).onConflictDoUpdate({ target: faultRules.only, set: row });
}

/** The session whose start fails, before its row says so. */
export async function findFailing(tx: Tx, bookingId: string) {
  const { chargePointId, connector, createdAt, driverId, connectorStatus } = sessions;
  const row = { chargePointId, connector, createdAt, driverId, connectorStatus };
  return (await tx.select(row).from(sessions).where(eq(sessions.bookingId, bookingId)))[0];
}

/**
 * Outcomes of the starts at a connector, newest first, without the session `without` and failures for which nobody
 * there is to blame.
 */
export async function listOutcomes(
  tx: Tx,
  place: PlaceOfFault,
  { since, without }: { since: Date; without: string },
): Promise<StartOutcome[]> {
  const { bookingId, driverId, transactionId, state, endReason, connectorStatus, createdAt } = sessions;
  const rows = await tx
    .select({ bookingId, driverId, transactionId, state, endReason, connectorStatus, at: createdAt })
    .from(sessions)
    .where(and(runsAt(place), gte(createdAt, since)))
    .orderBy(desc(createdAt))
    .limit(MAX_STARTS);
  return rows
    .filter((row) => row.bookingId !== without)
    .flatMap((row) => {
      const isGood = row.transactionId !== null;
      const isBad = row.state === 'failed' && isByChargePoint(row.endReason, row.connectorStatus);
      return isGood || isBad ? [{ driverId: row.driverId, isGood, at: row.at }] : [];
    });
}

/** True if a charge that was requested at `since` or later has begun at the connector. */
export async function hasStartedSince(tx: Tx, place: PlaceOfFault, since: Date): Promise<boolean> {
  const isGood = and(runsAt(place), gte(sessions.createdAt, since), sql`${sessions.transactionId} is not null`);
  return (await tx.select({ id: sessions.bookingId }).from(sessions).where(isGood).limit(1)).length > 0;
}

/** True if a session runs or starts at a charge point. */
export async function isInUse(tx: Tx, chargePointId: string): Promise<boolean> {
  const runs = and(eq(sessions.chargePointId, chargePointId), isNull(sessions.endedAt));
  return (await tx.select({ id: sessions.bookingId }).from(sessions).where(runs).limit(1)).length > 0;
}

export async function countOpenFaults(tx: Tx): Promise<{ state: string; count: number }[]> {
  const { state } = connectorFaults;
  return tx.select({ state, count: count() }).from(connectorFaults).where(isOpen).groupBy(state);
}

/** Returns undefined if the connector has an open fault. */
export async function insertMissingFault(
  tx: Tx,
  fault: typeof connectorFaults.$inferInsert,
): Promise<Fault | undefined> {
  return (await tx.insert(connectorFaults).values(fault).onConflictDoNothing().returning())[0];
}

/** Locks the open fault of a connector until the transaction ends. */
export async function lockOpenFault(tx: Tx, place: PlaceOfFault): Promise<OpenFault | undefined> {
  const [fault] = await tx
    .select()
    .from(connectorFaults)
    .where(and(isAt(place), isOpen))
    .for('update');
  return fault as OpenFault | undefined;
}

export async function changeFault(tx: Tx, id: number, change: Partial<Omit<Fault, 'id'>>): Promise<void> {
  await tx.update(connectorFaults).set(change).where(eq(connectorFaults.id, id));
}

export async function listOpenFaults(tx: Tx): Promise<OpenFault[]> {
  return (await tx.select().from(connectorFaults).where(isOpen)) as OpenFault[];
}

/** When the latest fault of a connector ended. Undefined if it had none. */
export async function findLastEnd(tx: Tx, place: PlaceOfFault): Promise<Date | undefined> {
  const { endedAt } = connectorFaults;
  const [last] = await tx.select({ endedAt }).from(connectorFaults).where(isAt(place)).orderBy(desc(endedAt)).limit(1);
  return last?.endedAt ?? undefined;
}

export async function purgeFaults(tx: Tx, before: Date): Promise<void> {
  await tx.delete(connectorFaults).where(lt(connectorFaults.endedAt, before));
}

export async function hasConnector(tx: Tx, { chargePointId, connector }: PlaceOfFault): Promise<boolean> {
  const isIt = and(eq(connectors.chargePointId, chargePointId), eq(connectors.number, connector));
  return (await tx.$count(connectors, isIt)) > 0;
}

/** Faults of these stations or of all, only open ones or all, newest first. */
export async function listFaults(
  tx: Tx,
  { stationIds, isAll }: { stationIds: readonly string[] | undefined; isAll: boolean },
  page: Page,
): Promise<{ rows: (Fault & { stationId: string })[]; next?: string }> {
  const { openedAt, id } = connectorFaults;
  const found = await tx
    .select({ fault: connectorFaults, stationId: chargePoints.stationId })
    .from(connectorFaults)
    .innerJoin(chargePoints, eq(chargePoints.id, connectorFaults.chargePointId))
    .where(
      and(
        isAll ? undefined : isOpen,
        stationIds && isAnyOf(chargePoints.stationId, [...stationIds]),
        isAfterCursor(page, openedAt, inBytes(id)),
      ),
    )
    .orderBy(desc(openedAt), desc(inBytes(id)))
    .limit(rowsFor(page));
  const rows = found.map(({ fault, stationId }) => ({ ...fault, stationId }));
  return takePage(rows, page, (row) => ({ at: row.openedAt, id: String(row.id) }));
}

/** Stations where a fault has changed since. */
export async function listStationsChanged(tx: Tx, since: Date): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: chargePoints.stationId })
    .from(connectorFaults)
    .innerJoin(chargePoints, eq(chargePoints.id, connectorFaults.chargePointId))
    .where(gte(connectorFaults.changedAt, since));
  return rows.map(({ id }) => id);
}

/**
 * Withholds connectors with a fault from drivers and offers the others again. This also covers connectors that an
 * import or a registration has written anew. Returns the stations where something changed.
 */
export async function changeWithheldConnectors(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ station_id: string }>(sql`
    with meant as (
      select charger_id, connector, changed_at from ${connectorFaults} where state in ('fixing', 'out')),
    withheld as (
      update ${connectors} as c set withheld_since = m.changed_at from meant as m
      where c.charger_id = m.charger_id and c.number = m.connector and c.withheld_since is null
      returning c.charger_id, c.number),
    begun as (
      insert into ${downtimes} (charger_id, connector, cause, began_at)
      select charger_id, number, 'withheld', ${now.toISOString()}::timestamptz from withheld on conflict do nothing),
    offered as (
      update ${connectors} as c set withheld_since = null
      where c.withheld_since is not null
        and not exists (select from meant as m where m.charger_id = c.charger_id and m.connector = c.number)
      returning c.charger_id, c.number),
    over as (
      update ${downtimes} as d set ended_at = greatest(d.began_at, ${now.toISOString()}::timestamptz) from offered as o
      where d.charger_id = o.charger_id and d.connector = o.number and d.cause = 'withheld' and d.ended_at is null)
    select distinct station_id from ${chargePoints}
    where id in (select charger_id from withheld union select charger_id from offered)`);
  return rows.map((row) => row.station_id);
}

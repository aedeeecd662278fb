import { and, asc, desc, eq, isNotNull, sql, type Column, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import type { BoughtSession, Sample, Session } from '../sessions.store.ts';
import { meterSamples, sessions } from '../sessions.tables.ts';

/** True if a session ended normally and delivered energy. */
export function hasDeliveredEnergy({ state, energyWh }: { state: Column; energyWh: Column }): SQL {
  return sql`(${state} = 'completed' and ${energyWh} > 0)`;
}

/** Those of these drivers who have completed a session with energy at the station. */
export async function listDriversWhoCharged(tx: Tx, stationId: string, driverIds: number[]): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ driverId: sessions.driverId })
    .from(sessions)
    .where(and(eq(sessions.stationId, stationId), isAnyOf(sessions.driverId, driverIds), hasDeliveredEnergy(sessions)));
  return rows.flatMap(({ driverId }) => driverId ?? []);
}

/** The latest session of a driver's vehicle that delivered energy. */
export async function findLastOfVehicle(tx: Tx, driverId: number, vehicleId: number): Promise<Session | undefined> {
  const [last] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.driverId, driverId), eq(sessions.vehicleId, vehicleId), hasDeliveredEnergy(sessions)))
    .orderBy(desc(sessions.createdAt))
    .limit(1);
  return last;
}

/** Those of these vehicles that a session refers to. */
export async function listVehiclesNamed(tx: Tx, vehicleIds: number[]): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ vehicleId: sessions.vehicleId })
    .from(sessions)
    .where(isAnyOf(sessions.vehicleId, vehicleIds));
  return rows.flatMap(({ vehicleId }) => vehicleId ?? []);
}

/** A driver's ended sessions, newest first. */
export async function listEndedOfDriver(tx: Tx, driverId: number, page: Page): Promise<BoughtSession[]> {
  const { createdAt, bookingId, endedAt } = sessions;
  const rows = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.driverId, driverId), isNotNull(endedAt), isAfterCursor(page, createdAt, bookingId)))
    .orderBy(desc(createdAt), desc(inBytes(bookingId)))
    .limit(rowsFor(page));
  return rows as BoughtSession[];
}

/**
 * Power and state of charge over a transaction, oldest first, thinned evenly. The first and last samples are always
 * included.
 */
export async function listCurve(
  tx: Tx,
  transactionId: number,
  limit: number,
): Promise<Pick<Sample, 'sampledAt' | 'powerW' | 'soc'>[]> {
  const hasFigures = sql`coalesce(${meterSamples.powerW}::float8, ${meterSamples.soc}) is not null`;
  const numbered = tx
    .select({
      sampledAt: meterSamples.sampledAt,
      powerW: meterSamples.powerW,
      soc: meterSamples.soc,
      place: sql<number>`row_number() over (order by ${meterSamples.sampledAt}) - 1`.as('place'),
      total: sql<number>`count(*) over ()`.as('total'),
    })
    .from(meterSamples)
    .where(and(eq(meterSamples.transactionId, transactionId), hasFigures))
    .as('numbered');
  const step = sql`greatest(1, ceil(${numbered.total}::float8 / ${limit - 1})::int)`;
  return tx
    .select({ sampledAt: numbered.sampledAt, powerW: numbered.powerW, soc: numbered.soc })
    .from(numbered)
    .where(sql`${numbered.place} % ${step} = 0 or ${numbered.place} = ${numbered.total} - 1`)
    .orderBy(asc(numbered.sampledAt));
}

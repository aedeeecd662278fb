import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { stations } from '#modules/network/network.tables.ts';
import { faults } from './faults.tables.ts';

/** What a driver has reported. */
export async function faultsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  const { reference, chargePointId, connector, bookingId, kind, comment, reportedAt } = faults;
  return {
    fault_reports: await tx
      .select({
        reference,
        station: stations.name,
        charger: chargePointId,
        connector,
        booking: bookingId,
        kind,
        comment,
        reported_at: reportedAt,
      })
      .from(faults)
      .innerJoin(stations, eq(stations.id, faults.stationId))
      .where(eq(faults.driverId, driverId))
      .orderBy(desc(reportedAt))
      .limit(limit),
  };
}

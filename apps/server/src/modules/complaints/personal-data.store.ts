import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { stations } from '#modules/network/network.tables.ts';
import { complaints } from './complaints.tables.ts';

/** A driver's complaints, for the export of personal data. */
export async function complaintsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  const { reference, chargePointId, connector, bookingId, kind, comment, reportedAt } = complaints;
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
      .from(complaints)
      .innerJoin(stations, eq(stations.id, complaints.stationId))
      .where(eq(complaints.driverId, driverId))
      .orderBy(desc(reportedAt))
      .limit(limit),
  };
}

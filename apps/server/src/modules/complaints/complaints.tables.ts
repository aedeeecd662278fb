import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ComplaintKind } from '@bijli/contract/complaints';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { stations } from '#modules/network/network.tables.ts';

/** Complaints of drivers, for the operator. Append-only. The table keeps its first name. */
export const complaints = pgTable(
  'fault_reports',
  {
    /** Public reference, with which a driver asks about it. */
    reference: text('reference').primaryKey(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id),
    /** Not bound to the network: an import may remove what a driver complained of. */
    chargePointId: text('charger_id'),
    connector: integer('connector'),
    bookingId: text('booking_id'),
    kind: text('kind').$type<ComplaintKind>().notNull(),
    comment: text('comment').notNull(),
    reportedAt: timestamp('reported_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('fault_reports_driver').on(table.driverId, table.reportedAt),
    index('fault_reports_station').on(table.stationId, table.reportedAt),
    index('fault_reports_newest').on(table.reportedAt),
  ],
);

import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { signIns } from '#modules/accounts/accounts.tables.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { stations } from '#modules/network/network.tables.ts';
import { notifications, pushDeliveries, pushSubscriptions, stationWatches } from './notifications.tables.ts';

/** A driver's notifications, devices and watches, for the export of personal data. */
export async function notificationsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  return {
    notifications: await tx
      .select({
        kind: notifications.kind,
        facts: notifications.facts,
        created_at: notifications.createdAt,
        read_at: notifications.readAt,
      })
      .from(notifications)
      .where(eq(notifications.driverId, driverId))
      .orderBy(desc(notifications.id))
      .limit(limit),
    push_subscriptions: await tx
      .select({
        // The address is cut and the keys are left out, because with both anyone could send messages to the device.
        push_service: sql<string>`split_part(${pushSubscriptions.endpoint}, '/', 3)`,
        language: pushSubscriptions.language,
        created_at: pushSubscriptions.createdAt,
      })
      .from(pushSubscriptions)
      .innerJoin(signIns, eq(signIns.tokenHash, pushSubscriptions.tokenHash))
      .where(eq(signIns.driverId, driverId))
      .orderBy(desc(pushSubscriptions.id))
      .limit(limit),
    push_deliveries: await tx
      .select({ kind: notifications.kind, attempts: pushDeliveries.tries, sent_at: pushDeliveries.sentAt })
      .from(pushDeliveries)
      .innerJoin(notifications, eq(notifications.id, pushDeliveries.notificationId))
      .where(eq(notifications.driverId, driverId))
      .orderBy(desc(pushDeliveries.notificationId))
      .limit(limit),
    station_watches: await tx
      .select({
        station: stations.name,
        since: stationWatches.since,
        until: stationWatches.until,
        connector_types: stationWatches.connectorTypes,
      })
      .from(stationWatches)
      .innerJoin(stations, eq(stations.id, stationWatches.stationId))
      .where(eq(stationWatches.driverId, driverId))
      .orderBy(desc(stationWatches.since))
      .limit(limit),
  };
}

import { MAX_COMPLAINT_COMMENT_LENGTH, type ComplaintKind } from '@bijli/contract/complaints';
import { isReadable } from '@bijli/contract/readable';
import type { Database } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { newReference } from '#kernel/ids.ts';
import type { Network } from '#modules/network/index.ts';
import { refuse as refuseNetwork } from '#modules/network/network.refusals.ts';
import type { Sessions } from '#modules/sessions/index.ts';
import { refuse as refuseSessions } from '#modules/sessions/sessions.refusals.ts';
import { refuse } from './complaints.refusals.ts';
import * as store from './complaints.store.ts';

export { complaintsData } from './personal-data.store.ts';
export { listComplaints, type Complaint } from './complaints.store.ts';

/** Complaints that one driver may file in an hour. */
const MAX_COMPLAINTS_AN_HOUR = 10;

export interface ComplaintsOptions {
  database: Database;
  clock: Clock;
  network: Pick<Network, 'listConnectorsOf'>;
  sessions: Pick<Sessions, 'findOfDriver'>;
}

/** A missing value is unknown or not affected. */
export interface NewComplaint {
  stationId: string;
  chargePointId?: string | undefined;
  /** Like the contract's `connector_id`. */
  connectorId?: string | undefined;
  bookingId?: string | undefined;
  kind: ComplaintKind;
  comment: string;
}

export type Complaints = ReturnType<typeof createComplaints>;

/** Drivers' reports of problems. Only their path on the wire and their table say fault. */
export function createComplaints({ database, clock, network, sessions }: ComplaintsOptions) {
  /** Finds the charge point and the connector at the station. A connector also gives its charge point. */
  async function equipmentOf({ stationId, chargePointId, connectorId }: NewComplaint) {
    const fitted = await network.listConnectorsOf(stationId);
    const connector =
      connectorId === undefined
        ? undefined
        : (fitted.find((each) => each.connectorId === connectorId) ?? refuseNetwork('connector_unknown'));
    const chargePoint = chargePointId ?? connector?.chargePointId;
    if (chargePoint !== undefined && !fitted.some((each) => each.chargePointId === chargePoint))
      refuseNetwork('charger_unknown');
    if (connector && connector.chargePointId !== chargePoint) refuseNetwork('connector_unknown');
    return { chargePointId: chargePoint ?? null, connector: connector?.number ?? null };
  }

  return {
    /** Newest first, of these stations or of all. */
    listComplaints: (stationIds: readonly string[] | undefined, page: Page) =>
      store.listComplaints(database, stationIds, page),

    /**
     * Stores a complaint and returns its reference. Throws comment_too_long, complaint_comment_missing,
     * station_unknown, charger_unknown, connector_unknown, charge_unknown, complaint_limit.
     */
    async fileComplaint(driverId: number, complaint: NewComplaint): Promise<string> {
      const { stationId, bookingId, kind } = complaint;
      const comment = complaint.comment.trim();
      if ([...comment].length > MAX_COMPLAINT_COMMENT_LENGTH)
        refuse('comment_too_long', { max: MAX_COMPLAINT_COMMENT_LENGTH });
      if (kind === 'other' && !isReadable(comment)) refuse('complaint_comment_missing');
      const equipment = await equipmentOf(complaint);
      if (bookingId !== undefined) {
        const session = await sessions.findOfDriver(driverId, bookingId);
        if (session?.stationId !== stationId) refuseSessions('charge_unknown');
      }
      const reference = newReference('F', 8);
      await database.transaction(async (tx) => {
        await store.lockComplaintsOfDriver(tx, driverId);
        const now = clock.now();
        const recent = await store.countOfDriver(tx, driverId, new Date(now.getTime() - HOUR_MS));
        if (recent >= MAX_COMPLAINTS_AN_HOUR) refuse('complaint_limit');
        await store.insertComplaint(tx, {
          ...equipment,
          reference,
          driverId,
          stationId,
          bookingId: bookingId ?? null,
          kind,
          comment,
          reportedAt: now,
        });
      });
      return reference;
    },
  };
}

import { api } from '@bijli/contract/api';
import { operatorApi } from '@bijli/contract/operator-api';
import { stationsToList, type OperatorHttp } from '#http/operator.ts';
import type { Http } from '#http/serve.ts';
import type { Complaints } from './index.ts';

const MAX_LISTED = 50;

export function complaintsRoutes({ serve }: Http, complaints: Complaints): void {
  serve(api.fileComplaint, async ({ body, driverId, messages }) => {
    const reference = await complaints.fileComplaint(driverId, {
      stationId: body.property_id,
      chargePointId: body.charger_id,
      connectorId: body.connector_id,
      bookingId: body.booking_id,
      kind: body.kind,
      comment: body.comment,
    });
    return { message: messages.done.complaintFiled(reference), reference };
  });
}

/** The operator's endpoints for complaints. */
export function complaintsForStaffRoutes({ serveOperator }: OperatorHttp, complaints: Complaints): void {
  serveOperator(operatorApi.listComplaints, async ({ query, staff }) => {
    const stationIds = stationsToList(staff, query.station_id);
    const rows = await complaints.listComplaints(stationIds, Number(query.limit ?? MAX_LISTED));
    return {
      complaints: rows.map(
        ({ reference, kind, stationId, chargePointId, connector, bookingId, comment, reportedAt }) => ({
          reference,
          kind,
          station_id: stationId,
          charger_id: chargePointId,
          connector,
          booking_id: bookingId,
          comment,
          reported_at: reportedAt.toISOString(),
        }),
      ),
    };
  });
}

import { api } from '@bijli/contract/api';
import { operatorApi } from '@bijli/contract/operator-api';
import { pageOf } from '#db/pagination.ts';
import { stationsToList, type OperatorHttp } from '#http/calls/operator.ts';
import type { Http } from '#http/calls/serve.ts';
import type { Complaints } from './index.ts';

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
    const { rows, next } = await complaints.listComplaints(stationIds, pageOf(query));
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
      ...(next && { next }),
    };
  });
}

import { api } from '@bijli/contract/api';
import type { Http } from '#http/serve.ts';
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

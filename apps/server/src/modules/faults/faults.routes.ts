import { api } from '@bijli/contract/api';
import type { Http } from '#http/handle.ts';
import type { Faults } from './index.ts';

export function faultsRoutes({ serve }: Http, faults: Faults): void {
  serve(api.reportFault, async ({ body, driverId, messages }) => {
    const reference = await faults.add(driverId, {
      stationId: body.property_id,
      chargePointId: body.charger_id,
      connectorId: body.connector_id,
      bookingId: body.booking_id,
      kind: body.kind,
      comment: body.comment,
    });
    return { message: messages.done.faultReported(reference), reference };
  });
}

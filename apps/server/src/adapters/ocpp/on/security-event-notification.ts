import { chargePointTime } from '@bijli/ocpp/meter-values';
import { on } from './handler.ts';
import { requiredField } from './required-field.ts';

/** As OCPP allows, and somewhat more: the type is open text. */
const MAX_TYPE_LENGTH = 50;
const MAX_INFO_LENGTH = 255;

/** The security extension of OCPP 1.6, A04. There is firmware that gives up when it is not implemented. */
export const securityEventNotification = on('SecurityEventNotification', async (request, context, receivedFields) => {
  const { chargePointId, receivedAt, commandReports } = context;
  const type = requiredField(request.type, receivedFields, 'type');
  const { timestamp, techInfo } = request;
  await commandReports.securityEvent({
    chargePointId,
    type: type.slice(0, MAX_TYPE_LENGTH),
    // Told later, since they wait for the link.
    at: chargePointTime(timestamp, receivedAt).at,
    techInfo: techInfo?.slice(0, MAX_INFO_LENGTH),
    receivedAt,
  });
  return {};
});

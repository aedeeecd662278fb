import { chargePointTime } from '@bijli/ocpp/meter-values';
import { defineHandler } from './define-handler.ts';
import { requiredField } from './required-field.ts';

/** Slightly more than OCPP allows. The type is open text. */
const MAX_TYPE_LENGTH = 50;
const MAX_INFO_LENGTH = 255;

/** The security extension of OCPP 1.6, A04. Some firmware gives up if it is not implemented. */
export const securityEventNotification = defineHandler(
  'SecurityEventNotification',
  async (request, context, receivedFields) => {
    const { chargePointId, receivedAt, operationReports } = context;
    const type = requiredField(request.type, receivedFields, 'type');
    const { timestamp, techInfo } = request;
    await operationReports.securityEventReported({
      chargePointId,
      type: type.slice(0, MAX_TYPE_LENGTH),
      // Security events may be reported late, after an outage.
      at: chargePointTime(timestamp, receivedAt).at,
      techInfo: techInfo?.slice(0, MAX_INFO_LENGTH),
      receivedAt,
    });
    return {};
  },
);

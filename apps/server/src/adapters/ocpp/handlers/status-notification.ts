import type { ChargePointStatus } from '@bijli/ocpp/messages';
import { chargePointTime } from '@bijli/ocpp/meter-values';
import { defineHandler } from './define-handler.ts';
import { connectorIn } from './received-numbers.ts';
import { requiredField } from './required-field.ts';

const STATUSES: ReadonlySet<string> = new Set<ChargePointStatus>([
  'Available',
  'Preparing',
  'Charging',
  'SuspendedEVSE',
  'SuspendedEV',
  'Finishing',
  'Reserved',
  'Unavailable',
  'Faulted',
]);

/** OCPP's limit for vendor error codes, which some send as the error code. */
const MAX_ERROR_CODE_LENGTH = 50;

/**
 * OCPP 1.6 section 4.9. An unknown status says nothing about the connector, and a retry would not help, so it is
 * acknowledged.
 */
export const statusNotification = defineHandler(
  'StatusNotification',
  async (request, { chargePointId, receivedAt, reports }, receivedFields) => {
    const { errorCode = 'NoError', timestamp } = request;
    const connector = requiredField(connectorIn(request.connectorId), receivedFields, 'connectorId');
    const status = requiredField(request.status, receivedFields, 'status');
    if (!STATUSES.has(status)) return {};
    const at = chargePointTime(timestamp, receivedAt).at;
    await reports.statusChanged({
      chargePointId,
      connector,
      status,
      errorCode: errorCode.slice(0, MAX_ERROR_CODE_LENGTH),
      at,
    });
    return {};
  },
);

import { parseMeterValues } from '@bijli/ocpp/meter-values';
import type { Call } from '@bijli/ocpp/rpc';
import type { HandlerContext } from './define-handler.ts';
import { connectorIn, transactionIdIn } from './received-numbers.ts';
import { requiredField } from './required-field.ts';

/**
 * OCPP 1.6 section 4.7. Nine messages in ten are of this kind, so reading the samples also validates them, without a
 * schema.
 */
export async function meterValues(
  call: Call,
  { chargePointId, receivedAt, reports, reportViolation }: HandlerContext,
): Promise<object> {
  const request = call.payload as { connectorId?: unknown; transactionId?: unknown; meterValue?: unknown };
  const reported = connectorIn(request.connectorId);
  if (reported === undefined) reportViolation('MeterValues', 'connectorId is missing or cannot be right');
  const connector = requiredField(reported, request, 'connectorId');
  await reports.metered({
    chargePointId,
    connector,
    transactionId: transactionIdIn(request.transactionId),
    readings: parseMeterValues(request.meterValue, receivedAt, (problem) => reportViolation('MeterValues', problem)),
    receivedAt,
    raw: call.text,
  });
  return {};
}

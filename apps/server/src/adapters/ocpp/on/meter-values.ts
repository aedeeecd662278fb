import { readMeterValues } from '@bijli/ocpp/meter-values';
import { rawPayload, RpcError, type Call } from '@bijli/ocpp/rpc';
import type { Context } from './handler.ts';
import { transactionIdIn } from './transaction-id.ts';

/**
 * OCPP 1.6 section 4.7. Nine messages in ten are of this kind, so the reading of the samples is also their validation and
 * no schema runs over them.
 */
export async function meterValues(call: Call, { chargerId, receivedAt, events, complain }: Context): Promise<object> {
  const request = call.payload as { connectorId?: unknown; transactionId?: unknown; meterValue?: unknown };
  const connector = wholeNumber(request.connectorId);
  if (connector === undefined) throw new RpcError('ProtocolError', 'connectorId is needed');
  await events.metered({
    chargerId,
    connector,
    transactionId: transactionIdIn(request.transactionId),
    readings: readMeterValues(request.meterValue, receivedAt, (problem) => complain('MeterValues', problem)),
    receivedAt,
    raw: rawPayload(call),
  });
  return {};
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}

import { chargerTime } from '@bijli/ocpp/meter-values';
import { RpcError } from '@bijli/ocpp/rpc';
import { on } from './handler.ts';

/** OCPP 1.6 section 4.8. A retransmission gets the same answer, since the same start is reported. */
export const startTransaction = on('StartTransaction', async (request, { chargerId, receivedAt, events }) => {
  const { connectorId: connector, idTag, meterStart: meterStartWh, timestamp } = request;
  if (connector === undefined || idTag === undefined || meterStartWh === undefined) {
    throw new RpcError('ProtocolError', 'connectorId, idTag and meterStart are needed');
  }
  const { at, doubted } = chargerTime(timestamp, receivedAt);
  const { transactionId, accepted } = await events.started({
    chargerId,
    connector,
    idTag,
    meterStartWh,
    at,
    receivedAt,
    ...(doubted && { clockDoubted: true }),
  });
  return { transactionId, idTagInfo: { status: accepted ? 'Accepted' : 'Invalid' } };
});

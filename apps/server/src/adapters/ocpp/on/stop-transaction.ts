import { chargerTime, readMeterValues } from '@bijli/ocpp/meter-values';
import { RpcError } from '@bijli/ocpp/rpc';
import { on } from './handler.ts';
import { transactionIdIn } from './transaction-id.ts';

/** What a charger sends that lost the id; whose charge it was is for the rules to find out. */
const NO_TRANSACTION = -1;

/** OCPP 1.6 section 4.10. Always accepted once it is durable: the energy has flowed. */
export const stopTransaction = on('StopTransaction', async (request, { chargerId, receivedAt, events, complain }) => {
  const { transactionId, idTag, reason, timestamp, transactionData } = request;
  const readings = readMeterValues(transactionData, receivedAt, (problem) => complain('StopTransaction', problem));
  const meterStopWh = request.meterStop ?? readings.findLast((reading) => reading.registerWh !== undefined)?.registerWh;
  if (meterStopWh === undefined) throw new RpcError('ProtocolError', 'meterStop is needed');
  const { at, doubted } = chargerTime(timestamp, receivedAt);
  await events.stopped({
    chargerId,
    transactionId: transactionIdIn(transactionId) ?? NO_TRANSACTION,
    meterStopWh,
    at,
    receivedAt,
    reason,
    idTag,
    readings,
    ...(doubted && { clockDoubted: true }),
  });
  return idTag === undefined ? {} : { idTagInfo: { status: 'Accepted' } };
});

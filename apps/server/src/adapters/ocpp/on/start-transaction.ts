import { chargePointTime } from '@bijli/ocpp/meter-values';
import { on } from './handler.ts';
import { idTagIn, idTagInfoOf } from './id-tags.ts';
import { connectorIn, neededNumber, registerIn } from './received-numbers.ts';

/** OCPP 1.6 section 4.8. A retransmission gets the same answer, since the same start is reported. */
export const startTransaction = on('StartTransaction', async (request, context) => {
  const { chargePointId, receivedAt, linkedAt, reports } = context;
  // Some charge points write -1 for none.
  const { timestamp, reservationId = -1 } = request;
  const connector = neededNumber(connectorIn(request.connectorId), 'connectorId');
  const idTag = neededNumber(idTagIn(request.idTag), 'idTag');
  const meterStartWh = neededNumber(registerIn(request.meterStart), 'meterStart');
  const { at, isDoubted } = chargePointTime(timestamp, receivedAt);
  const { transactionId, ...tag } = await reports.started({
    chargePointId,
    connector,
    idTag,
    meterStartWh,
    at,
    receivedAt,
    linkedAt,
    ...(isDoubted && { isClockDoubted: true }),
    ...(reservationId >= 0 && { reservationId }),
  });
  return { transactionId, idTagInfo: idTagInfoOf(tag) };
});

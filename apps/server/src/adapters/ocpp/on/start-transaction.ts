import { chargePointTime } from '@bijli/ocpp/meter-values';
import { on } from './handler.ts';
import { idTagIn, idTagInfoOf } from './id-tags.ts';
import { connectorIn, neededNumber, registerIn } from './received-numbers.ts';

/** OCPP 1.6 section 4.8. A retransmission gets the same answer, since the same start is reported. */
export const startTransaction = on('StartTransaction', async (request, context) => {
  const { chargePointId, receivedAt, linkedAt, reports, commandReports } = context;
  const { timestamp } = request;
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
  });
  // One that was not accepted leaves the reservation as it was; some charge points write -1 for none.
  const { reservationId = -1 } = request;
  if (tag.status === 'Accepted' && reservationId >= 0)
    await commandReports.reservationUsed(chargePointId, reservationId);
  return { transactionId, idTagInfo: idTagInfoOf(tag) };
});

import { chargePointTime } from '@bijli/ocpp/meter-values';
import { on } from './handler.ts';
import { idTagIn, idTagInfoOf } from './id-tags.ts';
import { needed } from './needed-field.ts';
import { connectorIn, registerIn } from './received-numbers.ts';

/** OCPP 1.6 section 4.8. A retransmission gets the same answer, since the same start is reported. */
export const startTransaction = on('StartTransaction', async (request, context, came) => {
  const { chargePointId, receivedAt, linkedAt, reports } = context;
  // Some charge points write -1 for none.
  const { timestamp, reservationId = -1 } = request;
  const connector = needed(connectorIn(request.connectorId), came, 'connectorId');
  const idTag = needed(idTagIn(request.idTag), came, 'idTag');
  const meterStartWh = needed(registerIn(request.meterStart), came, 'meterStart');
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

import { chargePointTime } from '@bijli/ocpp/meter-values';
import { on } from './handler.ts';
import { connectorIn, neededNumber, registerIn } from './received-numbers.ts';

/** OCPP 1.6 section 4.8. A retransmission gets the same answer, since the same start is reported. */
export const startTransaction = on('StartTransaction', async (request, { chargePointId, receivedAt, reports }) => {
  const { timestamp } = request;
  const connector = neededNumber(connectorIn(request.connectorId), 'connectorId');
  const idTag = neededNumber(request.idTag, 'idTag');
  const meterStartWh = neededNumber(registerIn(request.meterStart), 'meterStart');
  const { at, isDoubted } = chargePointTime(timestamp, receivedAt);
  const { transactionId, status } = await reports.started({
    chargePointId,
    connector,
    idTag,
    meterStartWh,
    at,
    receivedAt,
    ...(isDoubted && { isClockDoubted: true }),
  });
  return { transactionId, idTagInfo: { status } };
});

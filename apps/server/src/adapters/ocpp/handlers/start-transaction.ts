import { chargePointTime } from '@bijli/ocpp/meter-values';
import { defineHandler } from './define-handler.ts';
import { idTagIn, idTagInfoOf } from './id-tags.ts';
import { connectorIn, registerIn } from './received-numbers.ts';
import { requiredField } from './required-field.ts';

/** OCPP 1.6 section 4.8. A retransmission gets the same answer, because it reports the same start. */
export const startTransaction = defineHandler('StartTransaction', async (request, context, receivedFields) => {
  const { chargePointId, receivedAt, linkedAt, reports } = context;
  // Some charge points send -1 for none.
  const { timestamp, reservationId = -1 } = request;
  const connector = requiredField(connectorIn(request.connectorId), receivedFields, 'connectorId');
  const idTag = requiredField(idTagIn(request.idTag), receivedFields, 'idTag');
  // Some firmware has not read its meter yet. It counts as a start at 0: what follows the jump to the real value is
  // billed.
  const meterStartWh = registerIn(request.meterStart) ?? 0;
  const { at, isDoubted, claimedAt } = chargePointTime(timestamp, receivedAt);
  const { transactionId, ...tag } = await reports.started({
    chargePointId,
    connector,
    idTag,
    meterStartWh,
    at,
    receivedAt,
    linkedAt,
    ...(isDoubted && { isClockDoubted: true }),
    ...(claimedAt && { claimedAt }),
    ...(reservationId >= 0 && { reservationId }),
  });
  return { transactionId, idTagInfo: idTagInfoOf(tag) };
});

import { chargePointTime, parseMeterValues } from '@bijli/ocpp/meter-values';
import { defineHandler } from './define-handler.ts';
import { idTagIn, idTagInfoOf } from './id-tags.ts';
import { registerIn, transactionIdIn } from './received-numbers.ts';
import { requiredField } from './required-field.ts';

/** Sent by a charge point that has lost the id. The rules find the session. */
const NO_TRANSACTION = -1;

/** The longest OCPP reason has 14 letters. Vendors' own may be longer. */
const MAX_REASON_LENGTH = 50;

/** OCPP 1.6 section 4.10. Always accepted once it is stored, because the energy has been delivered. */
export const stopTransaction = defineHandler(
  'StopTransaction',
  async (request, { chargePointId, receivedAt, reports, reportViolation }, receivedFields) => {
    const { transactionId, reason, timestamp, transactionData } = request;
    const idTag = idTagIn(request.idTag);
    const readings = parseMeterValues(transactionData, receivedAt, (problem) =>
      reportViolation('StopTransaction', problem),
    );
    const lastWh = readings.findLast((reading) => reading.registerWh !== undefined)?.registerWh;
    const registerWh = registerIn(request.meterStop) ?? lastWh;
    const named = transactionIdIn(transactionId);
    // A stop that names its transaction is valid without a register.
    const meterStopWh = named === undefined ? requiredField(registerWh, receivedFields, 'meterStop') : registerWh;
    const { at, isDoubted, claimedAt } = chargePointTime(timestamp, receivedAt);
    await reports.stopped({
      chargePointId,
      transactionId: named ?? NO_TRANSACTION,
      meterStopWh,
      at,
      receivedAt,
      reason: reason?.slice(0, MAX_REASON_LENGTH),
      idTag,
      readings,
      ...(isDoubted && { isClockDoubted: true }),
      ...(claimedAt && { claimedAt }),
    });
    // Returns whether the tag may charge from now on, because charge points cache it.
    if (idTag === undefined) return {};
    return { idTagInfo: idTagInfoOf(await reports.authorize(chargePointId, idTag, 'stopped')) };
  },
);

import { chargePointTime, readMeterValues } from '@bijli/ocpp/meter-values';
import { on } from './handler.ts';
import { idTagIn, idTagInfoOf } from './id-tags.ts';
import { registerIn, transactionIdIn } from './received-numbers.ts';
import { requiredField } from './required-field.ts';

/** What a charge point sends that lost the id; whose session it was is for the rules to find out. */
const NO_TRANSACTION = -1;

/** The longest reason of OCPP has 14 letters; one of the maker's own may be longer. */
const MAX_REASON_LENGTH = 50;

/** OCPP 1.6 section 4.10. Always accepted once it is durable: the energy has flowed. */
export const stopTransaction = on(
  'StopTransaction',
  async (request, { chargePointId, receivedAt, reports, reportViolation }, receivedFields) => {
    const { transactionId, reason, timestamp, transactionData } = request;
    const idTag = idTagIn(request.idTag);
    const readings = readMeterValues(transactionData, receivedAt, (problem) =>
      reportViolation('StopTransaction', problem),
    );
    const lastWh = readings.findLast((reading) => reading.registerWh !== undefined)?.registerWh;
    const registerWh = registerIn(request.meterStop) ?? lastWh;
    const named = transactionIdIn(transactionId);
    // One that names its transaction ends it all the same.
    const meterStopWh = named === undefined ? requiredField(registerWh, receivedFields, 'meterStop') : registerWh;
    const { at, isDoubted } = chargePointTime(timestamp, receivedAt);
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
    });
    // What it may do from now on: charge points remember it.
    if (idTag === undefined) return {};
    return { idTagInfo: idTagInfoOf(await reports.authorize(chargePointId, idTag, 'stopped')) };
  },
);

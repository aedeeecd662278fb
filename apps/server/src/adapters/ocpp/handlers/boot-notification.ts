import { defineHandler } from './define-handler.ts';
import { requiredField } from './required-field.ts';

/** Pings show that a charge point is alive. The heartbeat only sets its clock, so it may be rare. */
const HEARTBEAT_SECONDS = 300;

/** A charge point that was not accepted boots again after this. */
const RETRY_SECONDS = 60;
const STATUSES = { accepted: 'Accepted', pending: 'Pending', rejected: 'Rejected' } as const;

/** Longer than OCPP allows, because manufacturers send longer names, which people read. */
const MAX_NAME_LENGTH = 50;

function nameIn(text: string): string {
  return text.trim().slice(0, MAX_NAME_LENGTH) || 'unknown';
}

/** OCPP 1.6 section 4.2. */
export const bootNotification = defineHandler('BootNotification', async (request, context, receivedFields) => {
  const { chargePointId, receivedAt, reports, operationReports, onAdmitted } = context;
  const vendor = nameIn(requiredField(request.chargePointVendor, receivedFields, 'chargePointVendor'));
  const model = nameIn(requiredField(request.chargePointModel, receivedFields, 'chargePointModel'));
  const firmware = request.firmwareVersion?.slice(0, MAX_NAME_LENGTH);
  const serialNumber = request.chargePointSerialNumber ?? request.chargeBoxSerialNumber;
  const admission = await reports.booted({
    chargePointId,
    vendor,
    model,
    firmware,
    serialNumber: serialNumber?.trim().slice(0, MAX_NAME_LENGTH) || undefined,
  });
  await operationReports.taskReported({
    chargePointId,
    task: 'boot',
    action: 'BootNotification',
    payload: { firmwareVersion: firmware },
    firmware,
    end: { isGood: true, word: 'booted' },
  });
  onAdmitted(admission);
  const interval = admission === 'accepted' ? HEARTBEAT_SECONDS : RETRY_SECONDS;
  return { status: STATUSES[admission], currentTime: receivedAt.toISOString(), interval };
});

import { on } from './handler.ts';

/** Charge points prove their life by answering pings; the heartbeat sets their clocks and may be rare. */
const HEARTBEAT_SECONDS = 300;

/** Somewhat more than OCPP allows: makers write longer names, and they are shown to people. */
const MAX_NAME_LENGTH = 50;

function nameIn(text: string | undefined): string {
  return text?.trim().slice(0, MAX_NAME_LENGTH) || 'unknown';
}

/** OCPP 1.6 section 4.2. */
export const bootNotification = on('BootNotification', async (request, context) => {
  const { chargePointId, receivedAt, reports, commandReports } = context;
  const firmware = request.firmwareVersion?.slice(0, MAX_NAME_LENGTH);
  await reports.booted({
    chargePointId,
    vendor: nameIn(request.chargePointVendor),
    model: nameIn(request.chargePointModel),
    firmware,
  });
  await commandReports.jobTold({
    chargePointId,
    job: 'boot',
    action: 'BootNotification',
    payload: { firmwareVersion: firmware },
    end: { isGood: true, word: 'booted' },
  });
  return { status: 'Accepted', currentTime: receivedAt.toISOString(), interval: HEARTBEAT_SECONDS };
});

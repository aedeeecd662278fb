import { on } from './handler.ts';

/** Chargers prove their life by answering pings; the heartbeat sets their clocks and may be rare. */
const HEARTBEAT_SECONDS = 300;

/** OCPP 1.6 section 4.2. */
export const bootNotification = on('BootNotification', async (request, { chargerId, receivedAt, events }) => {
  await events.booted(chargerId, {
    vendor: request.chargePointVendor ?? 'unknown',
    model: request.chargePointModel ?? 'unknown',
    firmware: request.firmwareVersion,
  });
  return { status: 'Accepted', currentTime: receivedAt.toISOString(), interval: HEARTBEAT_SECONDS };
});

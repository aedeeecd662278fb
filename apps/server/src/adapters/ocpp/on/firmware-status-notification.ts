import { on } from './handler.ts';

/** OCPP 1.6 section 4.5. */
export const firmwareStatusNotification = on('FirmwareStatusNotification', async ({ status }, { log }) => {
  log({ status }, 'a charge point updates its firmware');
  return {};
});

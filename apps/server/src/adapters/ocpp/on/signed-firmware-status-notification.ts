import { on } from './handler.ts';

/** The security extension of OCPP 1.6: FirmwareStatusNotification for signed firmware. */
export const signedFirmwareStatusNotification = on('SignedFirmwareStatusNotification', async ({ status }, { log }) => {
  log({ status }, 'a charge point updates its firmware');
  return {};
});

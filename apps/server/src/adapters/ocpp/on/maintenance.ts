import { on } from './handler.ts';

/** OCPP 1.6 section 4.5, and the same of the security extension. */
export const firmwareStatusNotification = on('FirmwareStatusNotification', async ({ status }, { note }) => {
  note({ status }, 'a charge point updates its firmware');
  return {};
});

export const signedFirmwareStatusNotification = on('SignedFirmwareStatusNotification', async ({ status }, { note }) => {
  note({ status }, 'a charge point updates its firmware');
  return {};
});

/** OCPP 1.6 section 4.4. */
export const diagnosticsStatusNotification = on('DiagnosticsStatusNotification', async ({ status }, { note }) => {
  note({ status }, 'a charge point uploads its diagnostics');
  return {};
});

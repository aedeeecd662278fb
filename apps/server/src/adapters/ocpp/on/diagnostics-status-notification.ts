import { on } from './handler.ts';

/** OCPP 1.6 section 4.4. */
export const diagnosticsStatusNotification = on('DiagnosticsStatusNotification', async ({ status }, { log }) => {
  log({ status }, 'a charge point uploads its diagnostics');
  return {};
});

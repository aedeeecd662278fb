import { defineTaskHandler } from './task-handler.ts';

/** OCPP 1.6 section 4.4. */
export const diagnosticsStatusNotification = defineTaskHandler('DiagnosticsStatusNotification', 'diagnostics', {
  Uploaded: true,
  UploadFailed: false,
});

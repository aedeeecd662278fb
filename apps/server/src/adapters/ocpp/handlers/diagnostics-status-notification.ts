import { taskHandler } from './task-handler.ts';

/** OCPP 1.6 section 4.4. */
export const diagnosticsStatusNotification = taskHandler('DiagnosticsStatusNotification', 'diagnostics', {
  Uploaded: true,
  UploadFailed: false,
});

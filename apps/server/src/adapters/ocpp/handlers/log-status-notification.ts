import { defineTaskHandler } from './task-handler.ts';

/** The security extension of OCPP 1.6, N01. */
export const logStatusNotification = defineTaskHandler('LogStatusNotification', 'log', {
  Uploaded: true,
  UploadFailure: false,
  BadMessage: false,
  PermissionDenied: false,
  NotSupportedOperation: false,
});

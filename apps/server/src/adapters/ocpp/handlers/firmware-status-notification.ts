import { taskHandler } from './task-handler.ts';

/** OCPP 1.6 section 4.5. */
export const firmwareStatusNotification = taskHandler('FirmwareStatusNotification', 'firmware', {
  Installed: true,
  DownloadFailed: false,
  InstallationFailed: false,
});

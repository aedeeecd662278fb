import { defineTaskHandler } from './task-handler.ts';

/** OCPP 1.6 section 4.5. */
export const firmwareStatusNotification = defineTaskHandler('FirmwareStatusNotification', 'firmware', {
  Installed: true,
  DownloadFailed: false,
  InstallationFailed: false,
});

import { defineTaskHandler } from './task-handler.ts';

/** The security extension of OCPP 1.6, L01. */
export const signedFirmwareStatusNotification = defineTaskHandler(
  'SignedFirmwareStatusNotification',
  'signed firmware',
  {
    Installed: true,
    DownloadFailed: false,
    InstallationFailed: false,
    InstallVerificationFailed: false,
    InvalidSignature: false,
  },
);

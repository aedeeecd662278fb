import { jobHandler } from './job-handler.ts';

/** The security extension of OCPP 1.6, L01. */
export const signedFirmwareStatusNotification = jobHandler('SignedFirmwareStatusNotification', 'signed firmware', {
  Installed: true,
  DownloadFailed: false,
  InstallationFailed: false,
  InstallVerificationFailed: false,
  InvalidSignature: false,
});

import { bucketSettings } from './bucket-settings.ts';
import { optionalText, whole } from './setting.ts';

/** Firmware for chargers and the logs they upload, in the order of docs/settings.md. */
export const filesSettings = {
  FILES_TO: optionalText({
    what: 'Where firmware and the logs of chargers are kept: a folder, which several nodes must share, or a bucket of S3 or a compatible service',
    defaultText: '`files` in `DATA_DIR`',
  }),
  FILES_S3_KEY_ID: bucketSettings.keyId,
  FILES_S3_SECRET: bucketSettings.secret,
  FILES_S3_REGION: bucketSettings.region,
  FILES_URL: optionalText({
    what: 'The address at which chargers download firmware and upload logs',
    defaultText: '`PUBLIC_URL`',
  }),
  FILES_MAX_MB: whole({ min: 1, max: 4096 }, { what: 'The largest size of such a file, in MB', default: '200' }),
  FILES_INCOMING_MB: whole(1, {
    what: 'How many MB of uploads in progress may be in `DATA_DIR` at a time. One charger may use a quarter of it, or twice the largest file if that is more. Further uploads get 503 and may be tried again',
    default: '2000',
  }),
  CHARGER_FILE_DAYS: whole(1, { what: 'How many days uploaded logs of chargers are kept', default: '90' }),
};

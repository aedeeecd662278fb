import { optionalText, secret, whole } from './setting.ts';

/** Firmware for chargers and what they bring, in the order of docs/settings.md. */
export const files = {
  FILES_TO: optionalText({
    what: 'Where firmware and the logs of chargers are kept: a folder, which several nodes share, or a bucket of S3 or what speaks like it',
    defaultText: '`files` in `DATA_DIR`',
  }),
  FILES_S3_KEY_ID: optionalText({ what: 'The id of the key for that bucket' }),
  FILES_S3_SECRET: secret('issued', { what: 'The key’s secret', default: '' }),
  FILES_S3_REGION: optionalText({ what: 'The bucket’s region', defaultText: 'as the address says, else `us-east-1`' }),
  FILES_URL: optionalText({
    what: 'Where chargers reach this server to fetch firmware and bring their logs',
    defaultText: '`PUBLIC_URL`',
  }),
  FILES_MAX_MB: whole({ min: 1, max: 4096 }, { what: 'How large such a file may be', default: '200' }),
  FILES_INCOMING_MB: whole(1, {
    what: 'How much of such files may lie in `DATA_DIR` at a time while they come; those of one charger may take a quarter of it, or two of the largest where that is more. What is more is refused with 503 and may be sent again',
    default: '2000',
  }),
  CHARGER_FILE_DAYS: whole(1, { what: 'How many days the logs that chargers have brought are kept', default: '90' }),
};

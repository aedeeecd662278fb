import { optionalText, secret, whole } from './setting.ts';

/** Backups of the embedded database, in the order of docs/settings.md. */
export const backups = {
  BACKUP_TO: optionalText({
    what: 'Where the embedded database is backed up to: a folder that is there, on another disk or machine, or a bucket of S3 or what speaks like it, such as `https://s3.ap-south-1.amazonaws.com/bucket/folder`. Without it nothing is backed up',
  }),
  BACKUP_S3_KEY_ID: optionalText({ what: 'The id of the key for that bucket' }),
  BACKUP_S3_SECRET: secret('issued', { what: 'The key’s secret', default: '' }),
  BACKUP_S3_REGION: optionalText({ what: 'The bucket’s region', defaultText: 'as the address says, else `us-east-1`' }),
  BACKUP_EVERY_HOURS: whole({ min: 1, max: 168 }, { what: 'How often all of it is copied', default: '24' }),
  BACKUP_KEEP_DAYS: whole(
    { min: 1, max: 3650 },
    { what: 'To any time of so many days it can be restored', default: '14' },
  ),
  BACKUP_LOSS_SECONDS: whole(
    { min: 10, max: 3600 },
    {
      what: 'How much of the latest is lost at most with the disk: what was written since goes out so often',
      default: '60',
    },
  ),
};

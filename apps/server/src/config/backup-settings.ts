import { bucketSettings } from './bucket-settings.ts';
import { optionalText, whole } from './setting.ts';

/** Backups of the embedded database, in the order of docs/settings.md. */
export const backupSettings = {
  BACKUP_TO: optionalText({
    what: 'Where backups of the embedded database go: an existing folder on another disk or machine, or a bucket of S3 or a compatible service, such as `https://s3.ap-south-1.amazonaws.com/bucket/folder`. Without it there are no backups',
  }),
  BACKUP_S3_KEY_ID: bucketSettings.keyId,
  BACKUP_S3_SECRET: bucketSettings.secret,
  BACKUP_S3_REGION: bucketSettings.region,
  BACKUP_EVERY_HOURS: whole(
    { min: 1, max: 168 },
    { what: 'How often the whole database is copied, in hours', default: '24' },
  ),
  BACKUP_KEEP_DAYS: whole(
    { min: 1, max: 3650 },
    { what: 'How many days back the database can be restored', default: '14' },
  ),
  BACKUP_LOSS_SECONDS: whole(
    { min: 10, max: 3600 },
    {
      what: 'How many seconds of changes may be lost with the disk. New changes are shipped at this interval',
      default: '60',
    },
  ),
};

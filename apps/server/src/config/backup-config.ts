import { resolve } from 'node:path';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/durations.ts';
import type { WrittenSettings } from './env.ts';
import type { Settings } from './schema.ts';

export interface BackupConfig {
  /** A folder, or the URL of a bucket. */
  to: string | S3Address;
  everyMs: number;
  keepMs: number;
  /** Everything older than this is in the backup; younger data may be lost. */
  maxLossMs: number;
}

export interface S3Address {
  /** The URL of the bucket, followed by the folder in it if there is one. */
  url: string;
  keyId: string;
  secret: string;
  region: string | undefined;
}

export function backupConfig(settings: Settings): BackupConfig | undefined {
  const {
    BACKUP_TO: to,
    BACKUP_S3_KEY_ID: keyId = '',
    BACKUP_S3_SECRET: secretKey,
    BACKUP_S3_REGION: region,
  } = settings;
  if (to === undefined) return undefined;
  return {
    to: isBucketAddress(to) ? { url: to.replace(/\/+$/, ''), keyId, secret: secretKey, region } : resolve(to),
    everyMs: settings.BACKUP_EVERY_HOURS * HOUR_MS,
    keepMs: settings.BACKUP_KEEP_DAYS * DAY_MS,
    maxLossMs: settings.BACKUP_LOSS_SECONDS * SECOND_MS,
  };
}

/** Finds problems between the backup settings. */
export function checkBackup({ texts }: WrittenSettings): string[] {
  const { BACKUP_TO: to, DATABASE_URL, BACKUP_S3_KEY_ID, BACKUP_S3_SECRET } = texts;
  if (!to) return [];
  if (DATABASE_URL)
    return [
      'BACKUP_TO is for the embedded database, but DATABASE_URL names one of your own: have that backed up by pgbackrest or pg_basebackup, and leave BACKUP_TO out',
    ];
  if (!isBucketAddress(to)) return [];
  const isBucket = URL.canParse(to) && new URL(to).pathname.split('/').some(Boolean);
  return [
    ...(isBucket ? [] : ['BACKUP_TO must name a bucket, such as https://s3.ap-south-1.amazonaws.com/bucket']),
    ...(BACKUP_S3_KEY_ID && BACKUP_S3_SECRET
      ? []
      : ['BACKUP_TO is a bucket: BACKUP_S3_KEY_ID and BACKUP_S3_SECRET are needed']),
  ];
}

/** Tells the URL of a bucket from the path of a folder. */
export function isBucketAddress(to: string): boolean {
  return /^https?:\/\//.test(to);
}

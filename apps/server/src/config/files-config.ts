import { join, resolve } from 'node:path';
import { isBucketAddress, type S3Address } from './backup-config.ts';
import type { WrittenSettings } from './env.ts';
import type { Settings } from './schema.ts';

/** Firmware for charge points, and the files they upload. */
export interface FilesConfig {
  /** A folder, or the URL of a bucket. */
  to: string | S3Address;
  /** The URL at which charge points reach this server to download and upload files. */
  url: string;
  /** The folder of uploads that are in progress. */
  incoming: string;
  maxMb: number;
  /** The maximum size of all uploads in progress together. */
  maxIncomingMb: number;
  chargePointFileDays: number;
}

export function filesConfig(settings: Settings, publicUrl: string): FilesConfig {
  const { FILES_TO: to, FILES_S3_KEY_ID: keyId = '', FILES_S3_SECRET: secret, FILES_S3_REGION: region } = settings;
  const own = join(settings.DATA_DIR, 'files');
  const isBucket = to !== undefined && isBucketAddress(to);
  return {
    to: isBucket ? { url: to.replace(/\/+$/, ''), keyId, secret, region } : resolve(to ?? own),
    url: (settings.FILES_URL ?? publicUrl).replace(/\/+$/, ''),
    incoming: resolve(own, 'incoming'),
    maxMb: settings.FILES_MAX_MB,
    maxIncomingMb: Math.max(settings.FILES_INCOMING_MB, settings.FILES_MAX_MB),
    chargePointFileDays: settings.CHARGER_FILE_DAYS,
  };
}

/** Finds problems between these settings. */
export function checkFiles({ texts }: WrittenSettings): string[] {
  const { FILES_TO: to, FILES_S3_KEY_ID, FILES_S3_SECRET } = texts;
  if (!to || !isBucketAddress(to) || (FILES_S3_KEY_ID && FILES_S3_SECRET)) return [];
  return ['FILES_TO is a bucket: FILES_S3_KEY_ID and FILES_S3_SECRET are needed'];
}

import type { BackupConfig } from '#config/backup-config.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';
import type { BackupStore } from './store.ts';

export function openStore({ to }: Pick<BackupConfig, 'to'>): BackupStore {
  return typeof to === 'string' ? createFolderStore(to) : createS3Store(to);
}

import type { FilesConfig } from '#config/files-config.ts';
import type { FileStore } from '#modules/files/index.ts';
import { createBucketFiles } from './bucket-files.ts';
import { createFolderFiles } from './folder-files.ts';

export function chosenFileStore({ to }: Pick<FilesConfig, 'to'>): FileStore {
  return typeof to === 'string' ? createFolderFiles(to) : createBucketFiles(to);
}

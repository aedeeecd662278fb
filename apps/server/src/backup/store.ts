/** Port to the storage of backups. Keys are texts with slashes. A stored file is always complete. */
export interface BackupStore {
  /** For the operator. */
  place: string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** The keys that begin so, in order. */
  list(prefix: string): Promise<string[]>;
  remove(key: string): Promise<void>;
}

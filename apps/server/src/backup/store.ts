/** Port to the storage of backups. Keys are texts with slashes. A stored file is always complete. */
export interface BackupStore {
  /** A description for the operator. */
  place: string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** The keys with this prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  remove(key: string): Promise<void>;
}

/** Where backups are kept: texts name them, with slashes between, and what is there is never half of it. */
export interface BackupStore {
  /** For the operator. */
  place: string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** The keys that begin so, in order. */
  list(prefix: string): Promise<string[]>;
  remove(key: string): Promise<void>;
}

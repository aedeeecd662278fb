import type { Readable } from 'node:stream';

/** Bytes from and to, both inclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/** Port to the storage of files, which a folder and a bucket implement. A file in it is always complete. */
export interface FileStore {
  /** For the operator. */
  place: string;
  /** Takes a file of this machine, which the caller deletes. */
  put(key: string, path: string): Promise<void>;
  /** Undefined where there is none. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  /** Removes what was left half-way before a time. */
  tidy(before: Date): Promise<void>;
}

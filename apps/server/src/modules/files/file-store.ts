import type { Readable } from 'node:stream';

/** Bytes from and to, both inclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/** Port to the storage of files, which a folder and a bucket implement. A file in it is always complete. */
export interface FileStore {
  /** A description for the operator. */
  place: string;
  /** Stores a file of this machine. The caller deletes the original. */
  put(key: string, path: string): Promise<void>;
  /** Undefined if there is none. */
  open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  /** Removes incomplete files from before a time. */
  purgeAbandonedUploads(before: Date): Promise<void>;
}

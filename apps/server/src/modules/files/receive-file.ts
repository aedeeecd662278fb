import { constants, createHash, createVerify, X509Certificate } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newSecret } from '#kernel/ids.ts';
import { makeFolder } from '#kernel/make-folder.ts';
import { refuse } from './files.refusals.ts';
import type { StoredFile } from './files.store.ts';
import type { UploadSlot } from './upload-slots.ts';

export const MEGABYTE = 1_000_000;
const MAX_NAME_LENGTH = 100;

/** An uploaded file on this machine's disk. */
export interface ReceivedFile extends StoredFile {
  path: string;
}

/**
 * Writes an upload to a file in `folder`, passes it to `keep` and deletes it. An upload that breaks off is not kept.
 * Throws file_too_large, file_missing, file_cut_off, files_no_room.
 */
export async function receiveFile<T>(
  content: Readable,
  { folder, maxBytes, slot }: { folder: string; maxBytes: number; slot: Pick<UploadSlot, 'grow'> },
  keep: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  await makeFolder(folder, { mode: 0o700, setting: 'DATA_DIR' });
  const path = join(folder, newSecret());
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of content as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) refuseTooLarge(maxBytes);
      slot.grow(bytes);
      hash.update(part);
      yield part;
    }
  }
  try {
    // Created first, so that the removal below finds it however soon the upload breaks off.
    const file = await open(path, 'wx', 0o600);
    await pipeline(counted, file.createWriteStream({ flush: true }));
    if (bytes === 0) refuse('file_missing');
    return await keep({ path, bytes, sha256: hash.digest('hex') });
  } catch (error) {
    // The sender has hung up.
    if (error === content.errored) refuse('file_cut_off');
    // Other files have filled the disk.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') refuse('files_no_room');
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

export function refuseTooLarge(maxBytes: number): never {
  return refuse('file_too_large', { mb: Math.floor(maxBytes / MEGABYTE) });
}

/** Makes a file name safe on every system. */
export function safeFileName(receivedName: string | undefined): string {
  const name = (receivedName ?? '')
    .replaceAll(/[^\w.-]+/g, '_')
    .slice(-MAX_NAME_LENGTH)
    .replace(/^[.-]+/, '');
  return /[a-z\d]/i.test(name) ? name : 'file';
}

/** Deletes uploads that a killed server has left. */
export async function clearIncoming(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.map((name) => join(folder, name))) {
    const { mtime } = await stat(path).catch(() => ({ mtime: undefined }));
    if (mtime && mtime < before) await rm(path, { force: true });
  }
}

/**
 * True if the manufacturer's signature matches this file: SHA-256 with RSA (PKCS #1 or PSS) or ECDSA, base64, by the
 * certificate's key (OCPP 1.6 security extension, L01).
 */
export async function isSignedBy(path: string, signature: string, certificate: string): Promise<boolean> {
  const bytes = Buffer.from(signature, 'base64');
  try {
    const { publicKey: key } = new X509Certificate(certificate);
    const isRsa = key.asymmetricKeyType === 'rsa';
    const paddings = isRsa ? [constants.RSA_PKCS1_PADDING, constants.RSA_PKCS1_PSS_PADDING] : [undefined];
    const tried = paddings.map((padding) => ({ padding, verifier: createVerify('sha256') }));
    for await (const part of createReadStream(path)) for (const { verifier } of tried) verifier.update(part as Buffer);
    return tried.some(({ padding, verifier }) =>
      verifier.verify(padding === undefined ? key : { key, padding }, bytes),
    );
  } catch {
    return false;
  }
}

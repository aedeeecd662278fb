import { createVerify, X509Certificate } from 'node:crypto';
import { Readable } from 'node:stream';

/** A slow network is waited for, a dead one is not. */
const WITHIN_MS = 60_000;

/** Whether files are moved to and from an address. Of others, such as FTP, it is only told how they fare. */
export function isHttpLocation(location: string): boolean {
  return /^https?:/.test(location);
}

/** Brings a file to a place by PUT, under its name; `isCut` breaks off in the middle. Throws where it is not taken. */
export async function uploadFile(location: string, name: string, content: Buffer, isCut = false): Promise<void> {
  async function* half(): AsyncGenerator<Buffer> {
    yield content.subarray(0, content.length / 2);
    throw new Error('The upload was cut in half.');
  }
  const answer = await fetch(`${location.replace(/\/+$/, '')}/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: isCut ? (Readable.toWeb(Readable.from(half())) as BodyInit) : new Uint8Array(content),
    ...(isCut && { duplex: 'half' as const }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${location} has answered ${answer.status}.`);
}

/** Throws where it cannot be had whole. */
export async function fetchFile(location: string): Promise<Buffer> {
  const answer = await fetch(location, { signal: AbortSignal.timeout(WITHIN_MS) });
  const content = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${location} has answered ${answer.status}.`);
  return content;
}

/** Whether a firmware is by its maker (security extension, L01): RSA or ECDSA over SHA-256. */
export function isSignedByMaker(content: Buffer, certificate: string, signature: string): boolean {
  try {
    const { publicKey } = new X509Certificate(certificate);
    return createVerify('sha256').update(content).verify(publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

import { createVerify, X509Certificate } from 'node:crypto';
import { Readable } from 'node:stream';

/** Time limit of a transfer: enough for a slow network. */
const WITHIN_MS = 60_000;

/**
 * True for addresses that files are really transferred with. For others, such as FTP, only the status messages are
 * sent.
 */
export function isHttpLocation(location: string): boolean {
  return /^https?:/.test(location);
}

/** Uploads a file with PUT. `isCut` breaks the transfer off in the middle. Throws if the server refuses it. */
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

/** Downloads a file. Throws if it does not arrive complete. */
export async function fetchFile(location: string): Promise<Buffer> {
  const answer = await fetch(location, { signal: AbortSignal.timeout(WITHIN_MS) });
  const content = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${location} has answered ${answer.status}.`);
  return content;
}

/** True if the maker's certificate has signed the firmware (security extension, L01): RSA or ECDSA with SHA-256. */
export function isSignedByMaker(content: Buffer, certificate: string, signature: string): boolean {
  try {
    const { publicKey } = new X509Certificate(certificate);
    return createVerify('sha256').update(content).verify(publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Authority } from '#adapters/ocpp/security/client-certificates.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';

const READ_AGAIN_MS = 10 * SECOND_MS;
const PEM = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

interface AuthoritiesOptions {
  /** A file of certificates in PEM. */
  file: string | undefined;
  ownRoot: () => Promise<{ certificate: string } | undefined>;
  clock: Clock;
}

/**
 * Returns the trusted certificate authorities: our own root, and those in a file of the operator's, which is read again
 * when it may have changed.
 */
export function createAuthorities({ file, ownRoot, clock }: AuthoritiesOptions): () => Promise<readonly Authority[]> {
  let own: Authority | undefined;
  let others: { all: Promise<Authority[]>; atMs: number } | undefined;

  async function findOwn(): Promise<Authority | undefined> {
    const root = own ? undefined : await ownRoot();
    if (root) own = { certificate: new X509Certificate(root.certificate), isOwn: true };
    return own;
  }

  async function readOthers(): Promise<Authority[]> {
    const found = file === undefined ? [] : ((await readFile(file, 'utf8')).match(PEM) ?? []);
    return found.map((pem) => ({ certificate: new X509Certificate(pem), isOwn: false }));
  }

  function listOthers(): Promise<Authority[]> {
    const atMs = clock.now().getTime();
    if (others && atMs - others.atMs < READ_AGAIN_MS) return others.all;
    const before = others?.all;
    // The file may be incomplete while it is being replaced.
    const all = readOthers().catch((error: unknown) => before ?? Promise.reject(error));
    others = { all, atMs };
    all.catch(() => (others = undefined));
    return all;
  }

  return async () => {
    const [first, more] = await Promise.all([findOwn(), listOthers()]);
    return first ? [first, ...more] : more;
  };
}

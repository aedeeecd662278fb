import { webcrypto, type X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { X509Crl } from '@peculiar/x509';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { loadX509 } from './load-x509.ts';

const LOOK_AGAIN_MS = 2 * SECOND_MS;
const PEM = /-----BEGIN (?:X509 )?CRL-----(.+?)-----END (?:X509 )?CRL-----/gs;
const crypto = webcrypto as Crypto;

interface RevocationList {
  crl: X509Crl;
  serials: ReadonlySet<string>;
}

interface RevocationListsOptions {
  /** Files of revocation lists: PEM with one or more lists, or DER. */
  files: readonly string[];
  clock: Clock;
  logSampled: SampledLog;
}

/**
 * Reads which certificates other authorities have revoked, from their lists (CRL, RFC 5280) in files of the operator's.
 * The files are read again when they have changed. A list applies to the authority that has signed it, even after its
 * next update is overdue.
 */
export function createRevocationLists({ files, clock, logSampled }: RevocationListsOptions) {
  let read: { lists: Promise<RevocationList[]>; state: string } | undefined;
  /** Counts how often the lists have changed. */
  let revision = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  /** For each list, by the fingerprint of an authority: true if that authority has signed it. */
  let signed = new WeakMap<RevocationList, Map<string, boolean>>();

  async function lists(): Promise<RevocationList[]> {
    const nowMs = clock.now().getTime();
    if (read && nowMs - lookedAtMs < LOOK_AGAIN_MS) return read.lists;
    lookedAtMs = nowMs;
    const state = await stateOf(files);
    if (read?.state === state) return read.lists;
    const before = read?.lists;
    const now = readAll(files).catch((error: unknown) => {
      const message = 'a revocation list cannot be read; the ones before count';
      logSampled('error', { event: 'ocpp.revocation_list_unreadable', message, facts: { error } });
      // A file may be incomplete while it is being replaced. Without any list it is unknown what is revoked.
      return before ?? Promise.reject(error);
    });
    read = { lists: now, state };
    signed = new WeakMap();
    revision += 1;
    now.catch(() => (read = undefined));
    return now;
  }

  async function isSignedBy(list: RevocationList, issuer: X509Certificate): Promise<boolean> {
    const known = signed.get(list) ?? new Map<string, boolean>();
    signed.set(list, known);
    const before = known.get(issuer.fingerprint256);
    if (before !== undefined) return before;
    const x509 = await loadX509();
    const { subject, publicKey } = new x509.X509Certificate(issuer.raw);
    const isSame = list.crl.issuer === subject;
    const isSigned = isSame && (await list.crl.verify({ publicKey }, crypto).catch(() => false));
    known.set(issuer.fingerprint256, isSigned);
    return isSigned;
  }

  return {
    hasAny: files.length > 0,

    /** A number that changes with the lists. */
    async revision(): Promise<number> {
      if (files.length > 0) await lists();
      return revision;
    },

    /**
     * True if the authority has revoked its certificate with this serial number. Throws if its lists cannot be read.
     */
    async isRevoked(serialNumber: string, issuer: X509Certificate): Promise<boolean> {
      if (files.length === 0) return false;
      const own: RevocationList[] = [];
      for (const list of await lists()) if (await isSignedBy(list, issuer)) own.push(list);
      const isOverdue = own.every(({ crl }) => crl.nextUpdate !== undefined && crl.nextUpdate < clock.now());
      if (isOverdue) {
        const message = 'an authority has no revocation list, or only one that should have been replaced';
        const facts = { authority: issuer.subject };
        logSampled('warn', { event: 'ocpp.revocation_list_overdue', message, facts, by: issuer.fingerprint256 });
      }
      return own.some(({ serials }) => serials.has(comparable(serialNumber)));
    },
  };
}

/** A text that changes when one of the files does. */
async function stateOf(files: readonly string[]): Promise<string> {
  const facts = files.map(async (file) => {
    const { mtimeMs, size, ino } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0, ino: 0 }));
    return [mtimeMs, size, ino];
  });
  return JSON.stringify(await Promise.all(facts));
}

async function readAll(files: readonly string[]): Promise<RevocationList[]> {
  const x509 = await loadX509();
  const found = files.map(async (file) => {
    const bytes = await readFile(file);
    const inPem = [...bytes.toString('latin1').matchAll(PEM)].map(([, text = '']) => Buffer.from(text, 'base64'));
    return (inPem.length > 0 ? inPem : [bytes]).map((raw) => {
      const crl = new x509.X509Crl(raw);
      return { crl, serials: new Set(crl.entries.map(({ serialNumber }) => comparable(serialNumber))) };
    });
  });
  return (await Promise.all(found)).flat();
}

/** Normalises a serial number in hex, which may have leading zeros. */
const comparable = (serialNumber: string): string => serialNumber.toLowerCase().replace(/^0+/, '');

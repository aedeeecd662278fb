import type { X509Certificate } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { createRecentCache } from '#kernel/recent-cache.ts';
import type { RevokedSince, SeenCertificate } from '#modules/operations/index.ts';

/** A certificate authority that charge points' certificates may come from. */
export interface Authority {
  certificate: X509Certificate;
  /** True for our own, whose certificates are on record. */
  isOwn: boolean;
}

export interface ClientCertificatesOptions {
  authorities: () => Promise<readonly Authority[]>;
  /** The revocation lists of other authorities. */
  revocations: RevocationLists;
  /** Returns why our records reject a certificate. A valid one is recorded as in use. */
  admitCertificate: (chargePointId: string, certificate: SeenCertificate) => Promise<string | undefined>;
  /** The organisation that certificates of other authorities must name. Undefined: any. */
  organisation: string | undefined;
  clock: Clock;
}

/** The lists of other authorities, which may change. */
interface RevocationLists {
  hasAny: boolean;
  revision(): Promise<number>;
  isRevoked(serialNumber: string, issuer: X509Certificate): Promise<boolean>;
}

/** More than the links of one node. */
const MAX_ACCEPTED = 100_000;
/** Longer than it takes from checking a certificate until its link is open. */
const MAX_CONNECT_MS = 5 * MINUTE_MS;
interface AcceptedCertificate {
  serialNumber: string;
  issuer: X509Certificate;
  at: Date;
}

const FOR_CLIENTS = '1.3.6.1.5.5.7.3.2';

/**
 * Checks the certificates of charge points (security profile 3). The TLS layer has verified that the peer holds the
 * key.
 */
export function createClientCertificates(options: ClientCertificatesOptions) {
  const { authorities, admitCertificate, revocations, organisation, clock } = options;
  /** Certificates of other authorities that charge points connected with, by fingerprint. */
  const accepted = createRecentCache<string, AcceptedCertificate>(MAX_ACCEPTED);
  let checkedRevision = 0;

  async function issuerOf(certificate: X509Certificate): Promise<Authority | undefined> {
    return (await authorities()).find(
      ({ certificate: issuer }) => certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey),
    );
  }

  return {
    /** True if a trusted authority has signed the certificate. */
    isIssued: async (certificate: X509Certificate): Promise<boolean> => (await issuerOf(certificate)) !== undefined,

    /**
     * Fingerprints of certificates that charge points connected with and that their authorities have revoked since.
     * They are returned again until `linksEnded` is called. A charge point that connects while a list changes may
     * finish after the check, so the latest ones are always checked again.
     */
    async revokedSince(): Promise<RevokedSince> {
      const revision = await revocations.revision();
      const latestSince = clock.now().getTime() - MAX_CONNECT_MS;
      const toCheck: [fingerprint: string, certificate: AcceptedCertificate][] = [];
      // The latest come first.
      for (const one of accepted.entries()) {
        if (revision === checkedRevision && one[1].at.getTime() < latestSince) break;
        toCheck.push(one);
      }
      const fingerprints: string[] = [];
      for (const [fingerprint, { serialNumber, issuer }] of toCheck)
        if (await revocations.isRevoked(serialNumber, issuer)) fingerprints.push(fingerprint);
      return { fingerprints, linksEnded: () => (checkedRevision = revision) };
    },

    /** Returns why the certificate does not identify this charge point. Undefined if it does. */
    async problemOf(
      certificate: X509Certificate,
      { chargePointId, confirmedSerialNumber }: { chargePointId: string; confirmedSerialNumber: string | null },
    ): Promise<string | undefined> {
      const now = clock.now();
      if (!isValidAt(certificate, now)) return 'it has expired, or begins later';
      const issuer = await issuerOf(certificate);
      if (!issuer) return 'it was signed by none of our authorities';
      if (!issuer.certificate.ca || !isValidAt(issuer.certificate, now))
        return 'its authority may not sign, or no longer';
      if (certificate.keyUsage && !certificate.keyUsage.includes(FOR_CLIENTS)) return 'it is not for clients';
      const { isOwn } = issuer;
      const { CN: name, O } = certificate.toLegacyObject().subject;
      if (typeof name !== 'string') return 'it names nobody, or several';
      // For our own certificates, the record says whose they are.
      if (!isOwn && name !== chargePointId && (confirmedSerialNumber === null || name !== confirmedSerialNumber))
        return `it names ${name}, which is neither this charge point nor the serial number that staff have confirmed`;
      if (!isOwn && organisation !== undefined && O !== organisation) return 'it names another organisation';
      const { serialNumber } = certificate;
      if (!isOwn && (await revocations.isRevoked(serialNumber, issuer.certificate)))
        return 'its authority has revoked it';
      const fingerprint = fingerprintOf(certificate);
      if (!isOwn && revocations.hasAny)
        accepted.set(fingerprint, { serialNumber, issuer: issuer.certificate, at: now });
      return admitCertificate(chargePointId, { fingerprint, isOwn, name });
    },
  };
}

/** SHA-256 in hex, as it is stored. */
export const fingerprintOf = ({ fingerprint256 }: X509Certificate): string =>
  fingerprint256.replaceAll(':', '').toLowerCase();

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, at: Date): boolean =>
  validFromDate <= at && at <= validToDate;

import { createHash, X509Certificate } from 'node:crypto';
import type { CentralSystemActions } from '@bijli/ocpp/messages';

type Use = CentralSystemActions['InstallCertificate']['request']['certificateType'];
type HashData = CentralSystemActions['DeleteCertificate']['request']['certificateHashData'];

/** Roots that a charge point trusts, and its own certificate; the security extension of OCPP 1.6. */
export class Certificates {
  readonly #roots = new Map<string, { use: Use; hash: HashData }>();
  /** Its own, as the central system signed it. */
  own: string | undefined;

  install({
    certificateType,
    certificate,
  }: CentralSystemActions['InstallCertificate']['request']): 'Accepted' | 'Failed' {
    const hash = hashDataOf(certificate);
    if (!hash) return 'Failed';
    this.#roots.set(keyOf(hash), { use: certificateType, hash });
    return 'Accepted';
  }

  ids(use: Use): CentralSystemActions['GetInstalledCertificateIds']['answer'] {
    const found = [...this.#roots.values()].filter((root) => root.use === use).map(({ hash }) => hash);
    return found.length === 0 ? { status: 'NotFound' } : { status: 'Accepted', certificateHashData: found };
  }

  delete(hash: HashData): 'Accepted' | 'NotFound' {
    return this.#roots.delete(keyOf(hash)) ? 'Accepted' : 'NotFound';
  }

  /** What is to be signed; a stand-in, since the central system judges it. */
  csr(): string {
    return '-----BEGIN CERTIFICATE REQUEST-----\nMA==\n-----END CERTIFICATE REQUEST-----\n';
  }

  /** CertificateSigned. */
  take(chain: string): 'Accepted' | 'Rejected' {
    if (!hashDataOf(chain)) return 'Rejected';
    this.own = chain;
    return 'Accepted';
  }
}

/** How OCPP names a certificate; undefined for what is none. */
function hashDataOf(pem: string): HashData | undefined {
  try {
    const { issuer, publicKey, serialNumber } = new X509Certificate(pem);
    const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
    return {
      hashAlgorithm: 'SHA256',
      issuerNameHash: sha256(issuer),
      issuerKeyHash: sha256(publicKey.export({ type: 'spki', format: 'der' })),
      serialNumber: serialNumber.toLowerCase(),
    };
  } catch {
    return undefined;
  }
}

const keyOf = ({ issuerNameHash, issuerKeyHash, serialNumber }: HashData): string =>
  `${issuerNameHash} ${issuerKeyHash} ${serialNumber}`;

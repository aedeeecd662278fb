import 'reflect-metadata';
import { createHash, KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import { Name, Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import type { CentralSystemActions } from '@bijli/ocpp/messages';
import type { ChargePointOptions } from './charge-point-options.ts';
import type { TlsOptions } from './link.ts';

type Use = CentralSystemActions['InstallCertificate']['request']['certificateType'];
/** The key type that the central system requires: ECDSA P-256. */
const KEY = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
type HashData = CentralSystemActions['DeleteCertificate']['request']['certificateHashData'];

/** The roots that a charge point trusts, and its own certificate (security extension of OCPP 1.6). */
export class Certificates {
  readonly #roots = new Map<string, { use: Use; hash: HashData }>();
  readonly #name: string;
  /** The key of a certificate request that has no answer yet. */
  #requested: KeyObject | undefined;
  /** The certificate that the central system signed. */
  own: { certificate: string; privateKey: KeyObject } | undefined;

  /** `name` is the common name in requests. */
  constructor(name: string) {
    this.#name = name;
  }

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

  /** TLS options of its links. A certificate that the central system signed replaces the original one. */
  tls({ authorities: ca, certificate }: Pick<ChargePointOptions, 'authorities' | 'certificate'>): TlsOptions {
    if (!this.own) return { ca, cert: certificate?.chain, key: certificate?.key };
    const key = this.own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { ca, cert: this.own.certificate, key };
  }

  /** Creates a certificate signing request with a new key. */
  async csr(): Promise<string> {
    const crypto = webcrypto as Crypto;
    const keys = (await crypto.subtle.generateKey(KEY, true, ['sign', 'verify'])) as CryptoKeyPair;
    const name = new Name([{ CN: [{ utf8String: this.#name }] }]);
    const request = await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: KEY }, crypto);
    this.#requested = KeyObject.from(keys.privateKey as webcrypto.CryptoKey);
    return request.toString('pem');
  }

  /** Handles CertificateSigned. Accepts only a certificate for the key of its own request. */
  take(chain: string): 'Accepted' | 'Rejected' {
    const privateKey = this.#requested;
    if (!privateKey || !hashDataOf(chain) || !new X509Certificate(chain).checkPrivateKey(privateKey)) return 'Rejected';
    this.own = { certificate: chain, privateKey };
    return 'Accepted';
  }
}

/** The hash data by which OCPP identifies a certificate. Undefined if the text is no certificate. */
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

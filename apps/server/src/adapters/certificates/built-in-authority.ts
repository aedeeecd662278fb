import { createHash, randomBytes, webcrypto } from 'node:crypto';
import type { X509Certificate } from '@peculiar/x509';
import type { CertificateAuthority, CertificateToSign } from '#modules/operations/index.ts';
import { loadX509 } from './load-x509.ts';

type X509 = Awaited<ReturnType<typeof loadX509>>;

const crypto = webcrypto as Crypto;
const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
/**
 * OCPP's security extension requires this for RSA, and 224 bits for a curve, which all curves that our platform
 * supports have.
 */
const MIN_RSA_BITS = 2048;
const CURVES = new Set(['P-256', 'P-384', 'P-521']);

/** Our own certificate authority: a self-signed root, ECDSA P-256. */
export const builtInAuthority: CertificateAuthority = {
  async newRoot(facts) {
    const x509 = await loadX509();
    const keys = (await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])) as CryptoKeyPair;
    const root = await x509.X509CertificateGenerator.createSelfSigned(
      {
        serialNumber: newSerial(),
        name: nameOf(x509, facts),
        notBefore: facts.validFrom,
        notAfter: facts.validUntil,
        keys,
        signingAlgorithm: P256,
        extensions: [
          new x509.BasicConstraintsExtension(true, 0, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
          await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
        ],
      },
      crypto,
    );
    const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
    return { certificate: pem(root), privateKey: x509.PemConverter.encode(key, 'PRIVATE KEY') };
  },

  async read(request) {
    const x509 = await loadX509();
    try {
      const read = new x509.Pkcs10CertificateRequest(request);
      const [name, ...more] = read.subjectName.getField('CN');
      if (name === undefined || more.length > 0 || !isStrong(read.publicKey.algorithm)) return undefined;
      if (!(await read.verify(crypto))) return undefined;
      return { name, keyHash: createHash('sha256').update(Buffer.from(read.publicKey.rawData)).digest('hex') };
    } catch {
      // A charge point may send anything as its request.
      return undefined;
    }
  },

  async sign({ certificate, privateKey }, request, facts) {
    const x509 = await loadX509();
    const issuer = new x509.X509Certificate(certificate);
    const pkcs8 = x509.PemConverter.decodeFirst(privateKey);
    const { publicKey } = new x509.Pkcs10CertificateRequest(request);
    const signed = await x509.X509CertificateGenerator.create(
      {
        serialNumber: newSerial(),
        subject: nameOf(x509, facts),
        issuer: issuer.subject,
        notBefore: facts.validFrom,
        notAfter: facts.validUntil,
        publicKey,
        signingKey: await crypto.subtle.importKey('pkcs8', pkcs8, P256, false, ['sign']),
        signingAlgorithm: P256,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
          await x509.SubjectKeyIdentifierExtension.create(publicKey, false, crypto),
          await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, crypto),
        ],
      },
      crypto,
    );
    const fingerprint = createHash('sha256').update(Buffer.from(signed.rawData)).digest('hex');
    return { certificate: pem(signed), serial: signed.serialNumber, fingerprint };
  },
};

const pem = (certificate: X509Certificate): string => `${certificate.toString('pem')}\n`;

/** A positive number without leading zeros, which some readers would drop. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes.toString('hex');
}

/** Objects, because the library removes quotes and a leading # from plain texts. */
const nameOf = ({ Name }: X509, { name, organisation }: CertificateToSign) =>
  new Name([{ O: [{ utf8String: organisation }] }, { CN: [{ utf8String: name }] }]);

function isStrong(algorithm: Algorithm): boolean {
  const { modulusLength = 0, namedCurve = '' } = algorithm as { modulusLength?: number; namedCurve?: string };
  return modulusLength >= MIN_RSA_BITS || CURVES.has(namedCurve);
}

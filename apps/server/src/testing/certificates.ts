import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { DAY_MS } from '#kernel/durations.ts';

const crypto = webcrypto as Crypto;
const SHA256 = { hash: 'SHA-256' };
const EXPONENT = { publicExponent: new Uint8Array([1, 0, 1]) };
export const ALGORITHMS = {
  ecdsa: { ...SHA256, name: 'ECDSA', namedCurve: 'P-256' },
  rsa: { ...SHA256, ...EXPONENT, name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048 },
  weakRsa: { ...SHA256, ...EXPONENT, name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024 },
};
export type AlgorithmName = keyof typeof ALGORITHMS;

/** A key and its certificate, in PEM. */
export interface Identity {
  certificate: string;
  key: string;
}

export const newKeys = async (algorithm: AlgorithmName = 'ecdsa'): Promise<CryptoKeyPair> =>
  (await crypto.subtle.generateKey(ALGORITHMS[algorithm], true, ['sign', 'verify'])) as CryptoKeyPair;

export const keyPem = async ({ privateKey }: CryptoKeyPair): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');

/**
 * Creates a charge point's certificate request. It also asks for a domain and another organisation, which the server
 * must not certify.
 */
export async function requestOf(name: string, keys: CryptoKeyPair, algorithm: AlgorithmName = 'ecdsa') {
  const names = new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'central.example' }]);
  const subject = [{ CN: [name] }, { O: ['Somebody else'] }];
  return x509.Pkcs10CertificateRequestGenerator.create(
    { name: subject, keys, signingAlgorithm: ALGORITHMS[algorithm], extensions: [names] },
    crypto,
  );
}

interface Wanted {
  name: string;
  organisation?: string;
  algorithm?: AlgorithmName;
  /** The IP address of a server's certificate. Without it the certificate is a client's. */
  address?: string;
  fromDays?: number;
  untilDays?: number;
}

/** Creates a certificate authority. */
export async function newAuthority(organisation: string) {
  const keys = await newKeys();
  const [name, signingAlgorithm] = [`O=${organisation}, CN=Root`, ALGORITHMS.ecdsa];
  const root = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...during(-100, 100),
      name,
      keys,
      signingAlgorithm,
      extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
    },
    crypto,
  );
  return {
    certificate: root.toString('pem'),

    /** Returns the authority's revocation list (CRL) with these certificates, in PEM. */
    async revoke(revoked: Identity[], untilDays = 7): Promise<string> {
      const { notBefore: thisUpdate, notAfter: nextUpdate } = during(-10, untilDays);
      const entries = revoked.map(({ certificate }) => ({
        serialNumber: new x509.X509Certificate(certificate).serialNumber,
        revocationDate: thisUpdate,
      }));
      const list = {
        issuer: root.subject,
        thisUpdate,
        nextUpdate,
        entries,
        signingAlgorithm,
        signingKey: keys.privateKey,
      };
      const { rawData } = await x509.X509CrlGenerator.create(list, crypto);
      return x509.PemConverter.encode(rawData, 'X509 CRL');
    },

    async sign(wanted: Wanted): Promise<Identity> {
      const { name: CN, organisation: O = organisation, algorithm, address, fromDays = -1, untilDays = 30 } = wanted;
      const own = await newKeys(algorithm);
      const use = address === undefined ? x509.ExtendedKeyUsage.clientAuth : x509.ExtendedKeyUsage.serverAuth;
      const signed = await x509.X509CertificateGenerator.create(
        {
          ...during(fromDays, untilDays),
          subject: [{ O: [O] }, { CN: [CN] }],
          issuer: root.subject,
          publicKey: own.publicKey,
          signingKey: keys.privateKey,
          signingAlgorithm,
          extensions: [
            new x509.ExtendedKeyUsageExtension([use]),
            ...(address === undefined
              ? []
              : [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: address }])]),
          ],
        },
        crypto,
      );
      return { certificate: signed.toString('pem'), key: await keyPem(own) };
    },
  };
}

function during(fromDays: number, untilDays: number) {
  return {
    serialNumber: `4a${randomBytes(8).toString('hex')}`,
    notBefore: new Date(Date.now() + fromDays * DAY_MS),
    notAfter: new Date(Date.now() + untilDays * DAY_MS),
  };
}

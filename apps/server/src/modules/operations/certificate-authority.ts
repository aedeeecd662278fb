/** What signs certificates, and what they are signed with. The key is PKCS #8, both are PEM. */
export interface RootCertificate {
  certificate: string;
  privateKey: string;
}

/** A request whose own signature is right and whose key is strong enough. */
export interface CheckedRequest {
  /** SHA-256 of the key, in hex. */
  keyHash: string;
  /** Whom it names. */
  name: string;
}

/** What a certificate is to say; of the request it has nothing but the key. */
export interface CertificateToSign {
  name: string;
  organisation: string;
  validFrom: Date;
  validUntil: Date;
}

export interface SignedCertificate {
  certificate: string;
  serial: string;
  /** SHA-256 of the certificate, in hex. */
  fingerprint: string;
}

/** The port to what makes certificates. */
export interface CertificateAuthority {
  newRoot(facts: CertificateToSign): Promise<RootCertificate>;
  /** Undefined for one that cannot be signed. */
  read(request: string): Promise<CheckedRequest | undefined>;
  sign(root: RootCertificate, request: string, facts: CertificateToSign): Promise<SignedCertificate>;
}

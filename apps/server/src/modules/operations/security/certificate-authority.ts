/** The root certificate and the key that signs charge points' certificates. Both are PEM, the key is PKCS #8. */
export interface RootCertificate {
  certificate: string;
  privateKey: string;
}

/** A certificate request (CSR) whose own signature is valid and whose key is strong enough. */
export interface CheckedRequest {
  /** SHA-256 of the public key, in hex. */
  keyHash: string;
  /** Common name (CN) of the request. */
  name: string;
}

/** The contents of a certificate. Only the public key comes from the request. */
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

/** Port to the code that creates and signs certificates. */
export interface CertificateAuthority {
  newRoot(facts: CertificateToSign): Promise<RootCertificate>;
  /** Checks a request in PEM. Undefined if it cannot be signed. */
  read(request: string): Promise<CheckedRequest | undefined>;
  sign(root: RootCertificate, request: string, facts: CertificateToSign): Promise<SignedCertificate>;
}

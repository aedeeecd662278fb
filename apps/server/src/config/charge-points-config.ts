import type { WrittenSettings } from './env.ts';
import type { Settings } from './schema.ts';

/** How charge points are accepted, and what the server signs for them. */
export interface ChargePointsConfig {
  /** The organisation in certificates of charge points. If undefined, the server signs none. */
  organisation: string | undefined;
  /** A separate port where the server itself terminates TLS. */
  tls: { port: number; files: { certificates: string[]; keys: string[] } } | undefined;
  /** A file of certificate authorities that sign for charge points, in addition to our own root. */
  authoritiesFile: string | undefined;
  /** Files of revocation lists of these authorities. */
  revokedFiles: string[];
  /** Proxies that terminate TLS for charge points and report it in a header. */
  proxies: string[];
  /** Networks from which charge points with security profile 0 may connect. */
  openNetworks: string[];
}

export function chargePointsConfig(settings: Settings): ChargePointsConfig {
  const { BRAND, CERTIFICATE_ORGANISATION: organisation = BRAND, OCPP_TLS_PORT: port } = settings;
  const files = { certificates: settings.OCPP_TLS_CERTIFICATES, keys: settings.OCPP_TLS_KEYS };
  return {
    organisation: organisation === 'none' ? undefined : organisation,
    tls: port === undefined ? undefined : { port, files },
    authoritiesFile: settings.OCPP_CLIENT_AUTHORITIES,
    revokedFiles: settings.OCPP_CLIENT_REVOKED,
    proxies: settings.OCPP_PROXIES,
    openNetworks: settings.OCPP_OPEN_NETWORKS,
  };
}

/** True if charge points can connect over TLS, to this server or to a proxy. */
export const hasTls = ({ tls, proxies }: ChargePointsConfig): boolean => tls !== undefined || proxies.length > 0;

/** Checks that there is a key for each certificate. */
export function checkTls({ texts }: WrittenSettings): string[] {
  const { OCPP_TLS_PORT, OCPP_TLS_CERTIFICATES = '', OCPP_TLS_KEYS = '' } = texts;
  if (!OCPP_TLS_PORT) return [];
  const [certificates, keys] = [OCPP_TLS_CERTIFICATES, OCPP_TLS_KEYS].map(
    (files) => files.split(',').filter(Boolean).length,
  );
  return certificates === keys && certificates !== 0
    ? []
    : ['OCPP_TLS_PORT needs OCPP_TLS_CERTIFICATES and OCPP_TLS_KEYS, as many files of each, in the same order'];
}

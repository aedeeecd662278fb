import type { WrittenSettings } from './env.ts';
import type { Settings } from './schema.ts';

/** How charge points are let in, and what is signed for them. */
export interface ChargePointsConfig {
  /** In certificates of charge points; undefined: none is signed. */
  organisation: string | undefined;
  /** A port with TLS of our own. */
  tls: { port: number; files: { certificates: string[]; keys: string[] } } | undefined;
  /** A file of certificates whose owners sign for charge points, beside our own root. */
  authoritiesFile: string | undefined;
  /** Proxies that take TLS off the links of charge points and tell of it. */
  proxies: string[];
  /** From where charge points may come that are set to prove nothing. */
  openNetworks: string[];
}

export function chargePointsConfig(settings: Settings): ChargePointsConfig {
  const { BRAND, CERTIFICATE_ORGANISATION: organisation = BRAND, OCPP_TLS_PORT: port } = settings;
  const files = { certificates: settings.OCPP_TLS_CERTIFICATES, keys: settings.OCPP_TLS_KEYS };
  return {
    organisation: organisation === 'none' ? undefined : organisation,
    tls: port === undefined ? undefined : { port, files },
    authoritiesFile: settings.OCPP_CLIENT_AUTHORITIES,
    proxies: settings.OCPP_PROXIES,
    openNetworks: settings.OCPP_OPEN_NETWORKS,
  };
}

/** Whether charge points can come over TLS, to us or to a proxy. */
export const hasTls = ({ tls, proxies }: ChargePointsConfig): boolean => tls !== undefined || proxies.length > 0;

/** Each certificate has its key. */
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

import { aboutSettings, list, optionalText, parsed } from './setting.ts';
import { parseAddresses } from './trusted-proxies.ts';

/** How charge points prove their identity, in the order of docs/settings.md. */
export const chargePointSecuritySettings = {
  CERTIFICATE_ORGANISATION: optionalText({
    what: 'The organisation in the certificates that the server signs for chargers (their `CpoName`). `none`: it signs none',
    defaultText: '`BRAND`',
  }),
  OCPP_TLS_PORT: parsed(parsePort).register(aboutSettings, {
    type: 'whole number from 0 to 65535',
    default: '',
    what: 'A separate port for chargers that connect over TLS 1.2 or later (security profiles 2 and 3); 0 uses a free one',
  }),
  OCPP_TLS_CERTIFICATES: list({
    what: 'The certificate files of that port (PEM, with intermediate certificates). One ECDSA and one RSA certificate together serve every charger. Changed files are read again within ten seconds',
  }),
  OCPP_TLS_KEYS: list({ what: 'The key files of these certificates, in the same order' }),
  OCPP_CLIENT_AUTHORITIES: optionalText({
    what: 'A file (PEM) of other authorities that sign certificates for chargers. List each authority that signs them directly, also intermediate ones. The certificates must name `CERTIFICATE_ORGANISATION`',
  }),
  OCPP_CLIENT_REVOKED: list({
    what: 'Files of revocation lists (CRL, PEM or DER) of these authorities. The certificates in them are refused, and links that use them are closed. Changed files are read again within ten seconds',
  }),
  OCPP_PROXIES: parsed(parseAddresses).register(aboutSettings, {
    type: 'list',
    default: '',
    what: 'The addresses of [proxies](chargers-behind-a-proxy.md) that terminate TLS for chargers. The server trusts `X-Forwarded-Proto` and `Client-Cert` from them only',
  }),
  OCPP_OPEN_NETWORKS: parsed(parseAddresses).register(aboutSettings, {
    type: 'list',
    default: 'loopback',
    what: 'The networks from which chargers with security profile 0 (no proof of identity) may connect: addresses such as `10.20.0.0/16`, or `none`',
  }),
};

function parsePort(text: string, problem: (text: string) => void): number | undefined {
  if (text === '') return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  problem('must be a whole number from 0 to 65535');
  return undefined;
}

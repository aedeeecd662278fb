import { readAddresses } from './proxy.ts';
import { aboutSettings, list, optionalText, parsed } from './setting.ts';

/** How charge points prove who they are, in the order of docs/settings.md. */
export const chargersSecurity = {
  CERTIFICATE_ORGANISATION: optionalText({
    what: 'The organisation in certificates of chargers (their `CpoName`), which the server signs; `none`: it signs none',
    defaultText: '`BRAND`',
  }),
  OCPP_TLS_PORT: parsed(readPort).register(aboutSettings, {
    type: 'whole number from 0 to 65535',
    default: '',
    what: 'A port of its own on which chargers are served over TLS 1.2 or later, security profiles 2 and 3; 0 takes a free one',
  }),
  OCPP_TLS_CERTIFICATES: list({
    what: 'The files of its certificates (PEM, with the intermediate ones): one of ECDSA and one of RSA serve every charger. Files that change are read again within ten seconds',
  }),
  OCPP_TLS_KEYS: list({ what: 'The files of their keys, in the same order' }),
  OCPP_CLIENT_AUTHORITIES: optionalText({
    what: 'A file (PEM) of the authorities whose certificates chargers may come with beside those that the server signs: each that signs for chargers itself, intermediate ones too. They have to name `CERTIFICATE_ORGANISATION`',
  }),
  OCPP_PROXIES: parsed(readAddresses).register(aboutSettings, {
    type: 'list',
    default: '',
    what: 'The addresses of [proxies](chargers-behind-a-proxy.md) that take TLS off the links of chargers: of them alone `X-Forwarded-Proto` and `Client-Cert` are believed there',
  }),
  OCPP_OPEN_NETWORKS: parsed(readAddresses).register(aboutSettings, {
    type: 'list',
    default: 'loopback',
    what: 'From where chargers may come that are set to security profile 0, which proves nothing: addresses such as `10.20.0.0/16`, or `none`',
  }),
};

function readPort(text: string, problem: (text: string) => void): number | undefined {
  if (text === '') return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  problem('must be a whole number from 0 to 65535');
  return undefined;
}

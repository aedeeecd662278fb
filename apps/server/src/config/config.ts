import { readEnv, type Environment, type EnvReader } from './env.ts';
import { readMap, type MapConfig } from './map.ts';
import { readPayments, type PaymentsConfig } from './payments.ts';
import { readPushKeys, readPushOrigins } from './push.ts';
import { readTrustProxy, type TrustedProxies } from './proxy.ts';
import { DEMO } from './secrets.ts';
import { readSms, type SmsConfig } from './sms.ts';

/** What an operator sets, all by environment variables; the table in README.md says the same. */
export interface Config {
  /** Demo mode: fictional stations, codes readable at /demo/messages, loopback only. False with NODE_ENV=production. */
  demo: boolean;
  host: string;
  port: number;
  /** Where browsers and the payment provider find us. */
  publicUrl: string;
  dataDir: string;
  /** A PostgreSQL of the operator's own; without it one is started. */
  databaseUrl: string | undefined;
  logLevel: string;
  trustProxy: TrustedProxies;
  /** Origins of web clients served from elsewhere. */
  origins: string[];
  brand: string;
  support: { phone: string; email: string; whatsapp: string };
  /** One-time codes in an hour. */
  codeLimits: { perNumber: number; perAddress: number; inAll: number };
  /** Requests that one network address may make in a minute: to the API at all, and to sign in. */
  floodLimits: { requests: number; signIns: number };
  /** Requests of one driver, or of one address, that are at work at a time. */
  requestsAtOnce: number;
  /** A map service, where the operator has one. */
  map: MapConfig | undefined;
  payments: PaymentsConfig;
  topUp: { leastPaise: number; mostPaise: number };
  sms: SmsConfig;
  push: {
    /** The operator's own pair of VAPID keys; without it one is made and kept in the database. */
    keys: { publicKey: string; privateKey: string } | undefined;
    /** Origins of push services besides those of the browsers' makers. */
    origins: string[];
  };
  charging: { sampleSeconds: number; startWithinSeconds: number; linkPatienceSeconds: number };
  /** The supplier on tax invoices. */
  supplier: { name: string; address: string; gstin: string; state: string };
  shop: {
    /** Signs the links of orders. */
    linkSecret: string;
    /** Where the dealer's catalogue is fetched by browsers; empty for our own server. */
    dealerUrl: string;
    orders: { leastShippingPaise: number; perAddress: number; unpaidPerAddress: number };
    /** By SMTP, or into a folder of files. */
    mail: { smtpUrl: string; from: string; outbox: string };
  };
}

const LOOPBACK = new Set(['127.0.0.1', '::1']);

/** Reads the environment. Throws one error that names everything missing or wrong. */
export function readConfig(env: Environment): Config {
  const reader = readEnv(env);
  const { demo, problems, text, whole } = reader;
  const config: Config = {
    demo,
    ...readServer(reader),
    ...readLimits(reader),
    brand: text('BRAND', 'Bijli'),
    support: readSupport(reader),
    map: readMap(env, problems),
    payments: readPayments(reader),
    topUp: { leastPaise: whole('TOP_UP_LEAST_PAISE', 100, 100), mostPaise: whole('TOP_UP_MOST_PAISE', 1_000_000, 100) },
    sms: readSms(env, reader),
    push: { keys: readPushKeys(env, problems), origins: readPushOrigins(env, problems) },
    charging: {
      sampleSeconds: whole('METER_SAMPLE_SECONDS', 5, 1),
      startWithinSeconds: whole('START_WITHIN_SECONDS', 90, 10),
      linkPatienceSeconds: whole('LINK_PATIENCE_SECONDS', 900, 60),
    },
    shop: readShop(reader),
    supplier: readSupplier(reader),
  };
  if (config.shop.linkSecret && config.shop.linkSecret === config.payments.checksumSecret)
    problems.push('LINK_SECRET is the same as CHECKSUM_SECRET: each needs one of its own');
  if (problems.length > 0)
    throw new Error(`Bijli cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return config;
}

function readServer({ env, demo, problems, text, whole }: EnvReader) {
  const asked = text('HOST', '127.0.0.1');
  // One address: a name may stand for two.
  const host = asked === 'localhost' ? '127.0.0.1' : asked;
  if (demo && !LOOPBACK.has(host)) {
    problems.push(
      `HOST is ${host}, but demo mode answers on this machine only, because anybody could read the codes it sends. Leave HOST out, or set NODE_ENV=production`,
    );
  }
  const port = whole('PORT', 3000);
  const ownUrl = demo ? `http://${host.includes(':') ? `[${host}]` : host}:${port}` : '';
  // Paths are put behind it.
  const publicUrl = text('PUBLIC_URL', ownUrl).replace(/\/+$/, '');
  if (!demo && !publicUrl) problems.push('PUBLIC_URL is not set');
  return {
    host,
    port,
    publicUrl,
    dataDir: text('DATA_DIR', './data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    logLevel: text('LOG_LEVEL', demo ? 'warn' : 'info'),
    trustProxy: readTrustProxy(env['TRUST_PROXY'], problems),
    origins: text('ORIGINS', '').split(',').filter(Boolean),
  };
}

/** Unless the operator says otherwise; the demo, where all come from one machine, has ten times as much. */
export const FLOOD_LIMITS: Config['floodLimits'] = { requests: 1200, signIns: 60 };

function readLimits({ demo, whole }: EnvReader) {
  const times = demo ? 10 : 1;
  return {
    codeLimits: {
      perNumber: whole('CODES_PER_NUMBER_HOUR', 5, 1),
      perAddress: whole('CODES_PER_ADDRESS_HOUR', demo ? 60 : 20, 1),
      inAll: whole('CODES_PER_HOUR', demo ? 20_000 : 2000, 1),
    },
    floodLimits: {
      requests: whole('REQUESTS_PER_ADDRESS_MINUTE', FLOOD_LIMITS.requests * times, 1),
      signIns: whole('SIGN_INS_PER_ADDRESS_MINUTE', FLOOD_LIMITS.signIns * times, 1),
    },
    requestsAtOnce: whole('REQUESTS_AT_ONCE', 1, 1),
  };
}

function readSupport({ env, needed, text }: EnvReader): Config['support'] {
  return {
    phone: needed('SUPPORT_PHONE'),
    email: needed('SUPPORT_EMAIL'),
    whatsapp: text('SUPPORT_WHATSAPP', env['SUPPORT_PHONE'] ?? DEMO['SUPPORT_PHONE'] ?? ''),
  };
}

function readShop({ demo, needed, text, whole }: EnvReader): Config['shop'] {
  return {
    linkSecret: needed('LINK_SECRET'),
    dealerUrl: text('DEALER_URL', '').replace(/\/$/, ''),
    orders: {
      leastShippingPaise: whole('SHIPPING_LEAST_PAISE', 0),
      perAddress: whole('ORDERS_PER_ADDRESS_HOUR', demo ? 60 : 20, 1),
      unpaidPerAddress: whole('UNPAID_ORDERS_PER_ADDRESS', demo ? 20 : 5, 1),
    },
    mail: {
      smtpUrl: demo ? text('SMTP_URL', '') : needed('SMTP_URL'),
      from: text('MAIL_FROM', `${text('BRAND', 'Bijli')} <${needed('SUPPORT_EMAIL')}>`),
      outbox: `${text('DATA_DIR', './data')}/mail`,
    },
  };
}

function readSupplier({ demo, needed, text }: EnvReader): Config['supplier'] {
  return {
    name: text('SUPPLIER_NAME', 'Bijli Charging (demo)'),
    address: demo ? text('SUPPLIER_ADDRESS', 'Plot 1, Demo Road, Bengaluru 560001') : needed('SUPPLIER_ADDRESS'),
    gstin: demo ? text('SUPPLIER_GSTIN', '29AAAAA0000A1Z5') : needed('SUPPLIER_GSTIN'),
    state: text('SUPPLIER_STATE', 'Karnataka'),
  };
}

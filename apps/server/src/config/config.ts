import { SECOND_MS } from '#kernel/durations.ts';
import { backupConfig, checkBackup, type BackupConfig } from './backup-config.ts';
import { chargePointsConfig, checkTls, type ChargePointsConfig } from './charge-points-config.ts';
import { parseSettings, parseEnvironment, type Environment, type WrittenSettings } from './env.ts';
import { checkFiles, filesConfig, type FilesConfig } from './files-config.ts';
import { checkMap, mapConfig, type MapConfig } from './map-config.ts';
import { checkTraces, monitoringConfig, type MonitoringConfig } from './monitoring-config.ts';
import { checkTopUps, paymentsConfig, type PaymentsConfig } from './payments-config.ts';
import { checkPushKeys, pushConfig, type PushConfig } from './push-config.ts';
import type { Settings } from './schema.ts';
import { checkTwilioSender, smsConfig, type SmsConfig } from './sms-config.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The settings as the server uses them. `schema.ts` has every setting. */
export interface Config extends MonitoringConfig {
  /** Demo mode: fictional stations, codes readable at /demo/messages, loopback only. False with NODE_ENV=production. */
  isDemo: boolean;
  host: string;
  port: number;
  /** The URL at which browsers and the payment provider reach this server. */
  publicUrl: string;
  dataDir: string;
  /** The links of charge points are closed one by one over this time when the server shuts down. */
  drainMs: number;
  /** The operator's PostgreSQL. Without it the server starts the embedded one. */
  databaseUrl: string | undefined;
  /** The message bus between nodes that share the database. Without it only one node serves. */
  natsUrl: string | undefined;
  /** Backups of the embedded database. Undefined if they are not set up. */
  backup: BackupConfig | undefined;
  files: FilesConfig;
  trustProxy: TrustedProxies;
  /** Which charge points of the demo network are simulated. */
  demoFleet: 'whole' | 'small' | 'none';
  /** Origins of web clients served from elsewhere. */
  origins: string[];
  brand: string;
  support: { phone: string; email: string; whatsapp: string };
  /** How many one-time codes are sent in an hour: to a number, for an address, and in total. */
  codeLimits: { perNumberHour: number; perAddressHour: number; perHour: number };
  /** How many requests a network address may make in a minute: in total, and to sign in. */
  floodLimits: { perAddressMinute: number; signInsPerAddressMinute: number };
  /** How many requests of one driver, or of one address, the server works on at the same time. */
  requestsAtOnce: number;
  /** The operator's map service, if any. */
  map: MapConfig | undefined;
  payments: PaymentsConfig;
  topUp: { minPaise: number; maxPaise: number };
  sms: SmsConfig;
  push: PushConfig;
  charging: { sampleSeconds: number; startWithinSeconds: number; linkPatienceSeconds: number };
  chargePoints: ChargePointsConfig;
  /** For how many days rows are kept. */
  keep: { messageLogDays: number; sampleDays: number };
  /** The supplier that tax invoices name. */
  supplier: { name: string; address: string; gstin: string; state: string };
  shop: {
    /** Signs the links of orders. */
    linkSecret: string;
    /** The host from which browsers fetch the catalogue. Empty if it is this server. */
    dealerUrl: string;
    orders: { minShippingPaise: number; perAddressHour: number; unpaidPerAddress: number };
    /** Mail is sent by SMTP, or written to a folder. */
    mail: { smtpUrl: string; from: string; outbox: string };
  };
}

const LOOPBACK = new Set(['127.0.0.1', '::1']);

/** Finds problems between settings that are valid alone. */
const CHECKS: ((written: WrittenSettings) => string[])[] = [
  checkDemoHost,
  checkDatabase,
  checkBackup,
  checkFiles,
  checkTopUps,
  checkSecretsDiffer,
  checkMap,
  checkTwilioSender,
  checkPushKeys,
  checkTls,
  checkTraces,
];

/** Reads the environment. Throws one error that names every missing or wrong setting. */
export function parseConfig(env: Environment): Config {
  const written = parseEnvironment(env);
  const { settings, problems } = parseSettings(written);
  const allProblems = [...written.problems, ...problems, ...CHECKS.flatMap((check) => check(written))];
  if (!settings || allProblems.length > 0)
    throw new Error(`Bijli cannot start:\n${allProblems.map((problem) => `  - ${problem}`).join('\n')}`);
  return configOf(settings, written.isDemo);
}

function configOf(settings: Settings, isDemo: boolean): Config {
  return {
    isDemo,
    ...serverConfig(settings),
    ...monitoringConfig(settings),
    ...limitsConfig(settings),
    brand: settings.BRAND,
    support: {
      phone: settings.SUPPORT_PHONE,
      email: settings.SUPPORT_EMAIL,
      whatsapp: settings.SUPPORT_WHATSAPP ?? settings.SUPPORT_PHONE,
    },
    map: mapConfig(settings),
    payments: paymentsConfig(settings),
    topUp: { minPaise: settings.TOP_UP_MIN_PAISE, maxPaise: settings.TOP_UP_MAX_PAISE },
    sms: smsConfig(settings),
    push: pushConfig(settings),
    charging: {
      sampleSeconds: settings.METER_SAMPLE_SECONDS,
      startWithinSeconds: settings.START_WITHIN_SECONDS,
      linkPatienceSeconds: settings.LINK_PATIENCE_SECONDS,
    },
    chargePoints: chargePointsConfig(settings),
    keep: { messageLogDays: settings.MESSAGE_LOG_DAYS, sampleDays: settings.SAMPLE_DAYS },
    shop: shopConfig(settings),
    supplier: {
      name: settings.SUPPLIER_NAME,
      address: settings.SUPPLIER_ADDRESS,
      gstin: settings.SUPPLIER_GSTIN,
      state: settings.SUPPLIER_STATE,
    },
  };
}

function serverConfig(settings: Settings) {
  const host = oneAddress(settings.HOST);
  const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${settings.PORT}`;
  // Paths are appended to it, so it must not end in a slash.
  const publicUrl = (settings.PUBLIC_URL || ownUrl).replace(/\/+$/, '');
  return {
    host,
    port: settings.PORT,
    publicUrl,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    natsUrl: settings.NATS_URL,
    backup: backupConfig(settings),
    files: filesConfig(settings, publicUrl),
    trustProxy: settings.TRUST_PROXY,
    demoFleet: settings.DEMO_FLEET,
    origins: settings.ORIGINS,
    drainMs: settings.DRAIN_SECONDS * SECOND_MS,
  };
}

function limitsConfig(settings: Settings) {
  return {
    codeLimits: {
      perNumberHour: settings.CODES_PER_NUMBER_HOUR,
      perAddressHour: settings.CODES_PER_ADDRESS_HOUR,
      perHour: settings.CODES_PER_HOUR,
    },
    floodLimits: {
      perAddressMinute: settings.REQUESTS_PER_ADDRESS_MINUTE,
      signInsPerAddressMinute: settings.SIGN_INS_PER_ADDRESS_MINUTE,
    },
    requestsAtOnce: settings.REQUESTS_AT_ONCE,
  };
}

function shopConfig(settings: Settings): Config['shop'] {
  return {
    linkSecret: settings.LINK_SECRET,
    dealerUrl: settings.DEALER_URL.replace(/\/$/, ''),
    orders: {
      minShippingPaise: settings.SHIPPING_MIN_PAISE,
      perAddressHour: settings.ORDERS_PER_ADDRESS_HOUR,
      unpaidPerAddress: settings.UNPAID_ORDERS_PER_ADDRESS,
    },
    mail: {
      smtpUrl: settings.SMTP_URL,
      from: settings.MAIL_FROM ?? `${settings.BRAND} <${settings.SUPPORT_EMAIL}>`,
      outbox: `${settings.DATA_DIR}/mail`,
    },
  };
}

/** Returns a numeric address for `localhost`, which may stand for an IPv4 and an IPv6 address. */
function oneAddress(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host;
}

function checkDemoHost({ isDemo, texts }: WrittenSettings): string[] {
  const host = oneAddress(texts.HOST ?? '');
  if (!isDemo || LOOPBACK.has(host)) return [];
  return [
    `HOST is ${host}, but demo mode answers on this machine only, because anybody could read the codes it sends. Leave HOST out, or set NODE_ENV=production`,
  ];
}

function checkDatabase({ isDemo, texts }: WrittenSettings): string[] {
  const isEmbedded = texts.DATABASE === 'embedded';
  if (texts.DATABASE_URL && isEmbedded)
    return ['DATABASE is embedded, but DATABASE_URL names another database: leave one of them out'];
  if (texts.DATABASE_URL && !/^postgres(ql)?:\/\//.test(texts.DATABASE_URL))
    return ['DATABASE_URL must begin with postgres://, such as postgres://bijli:secret@db.example/bijli'];
  if (isDemo || texts.DATABASE_URL || isEmbedded) return [];
  return [
    'DATABASE_URL is not set: production needs the address of a PostgreSQL, or DATABASE=embedded to start one here with its files in DATA_DIR',
  ];
}

function checkSecretsDiffer({ texts }: WrittenSettings): string[] {
  const { LINK_SECRET, CHECKSUM_SECRET } = texts;
  return LINK_SECRET && LINK_SECRET === CHECKSUM_SECRET
    ? ['LINK_SECRET is the same as CHECKSUM_SECRET: each needs one of its own']
    : [];
}

import { paymentOption } from '@bijli/contract/wallet';
import * as z from 'zod/mini';
import { readMap, type MapConfig } from './config-map.ts';
import { readPushKeys, readPushOrigins } from './config-push.ts';
import { readTrustProxy, type TrustedProxies } from './config-proxy.ts';
import { DEMO, weaknessOf } from './config-secrets.ts';
import { readSms, type SmsConfig } from './config-sms.ts';

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
  /** A map service, where the operator has one. */
  map: MapConfig | undefined;
  payments: {
    /** Signs what a browser hands back. */
    checksumSecret: string;
    /** How long something can be paid for once it was asked for; an order's unit is kept as long. */
    lifeSeconds: number;
    /** The provider that PAYMENT_OPTION chooses. */
    provider: PhonepeConfig | RazorpayConfig | PayuConfig;
  };
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

export interface PhonepeConfig {
  name: 'phonepe';
  apiUrl: string;
  oauthUrl: string;
  checkoutUrl: string;
  clientId: string;
  clientSecret: string;
  clientVersion: string;
  webhookUsername: string;
  webhookPassword: string;
}

export interface RazorpayConfig {
  name: 'razorpay';
  apiUrl: string;
  checkoutUrl: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

export interface PayuConfig {
  name: 'payu';
  apiUrl: string;
  checkoutUrl: string;
  key: string;
  salt: string;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads the environment. Throws one error that names everything missing or wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const demo = env['NODE_ENV'] !== 'production';
  const text = (name: string, fallback: string): string => env[name] || fallback;
  const needed = (name: string): string => {
    const value = env[name] || (demo ? DEMO[name] : undefined);
    const problem = value ? !demo && weaknessOf(name, value) : 'is not set';
    if (problem) problems.push(`${name} ${problem}`);
    return value ?? '';
  };
  const whole = (name: string, fallback: number, least = 0): number => {
    const value = env[name] ? Number(env[name]) : fallback;
    if (!Number.isInteger(value) || value < least) problems.push(`${name} must be a whole number of at least ${least}`);
    return value;
  };
  const choice = <T>(name: string, schema: z.ZodMiniType<T>, fallback: T): T => {
    const result = z.safeParse(schema, env[name] || fallback);
    if (!result.success) problems.push(`${name} has an unknown value: ${env[name]}`);
    return result.success ? result.data : fallback;
  };

  const host = text('HOST', '127.0.0.1');
  if (demo && !LOOPBACK.has(host)) {
    problems.push(
      `HOST is ${host}, but demo mode answers on this machine only, because anybody could read the codes it sends. Leave HOST out, or set NODE_ENV=production`,
    );
  }
  /** Each reads its own variables only when it is chosen, so that nobody needs the others' secrets. */
  const providers = {
    phonepe: (): PhonepeConfig => ({
      name: 'phonepe',
      apiUrl: text('PHONEPE_API_URL', 'https://api.phonepe.com/apis/pg'),
      oauthUrl: text('PHONEPE_OAUTH_URL', 'https://api.phonepe.com/apis/identity-manager'),
      checkoutUrl: text('PHONEPE_CHECKOUT_URL', 'https://mercury.phonepe.com'),
      clientId: needed('PHONEPE_CLIENT_ID'),
      clientSecret: needed('PHONEPE_CLIENT_SECRET'),
      clientVersion: text('PHONEPE_CLIENT_VERSION', '1'),
      webhookUsername: needed('PHONEPE_WEBHOOK_USERNAME'),
      webhookPassword: needed('PHONEPE_WEBHOOK_PASSWORD'),
    }),
    razorpay: (): RazorpayConfig => ({
      name: 'razorpay',
      apiUrl: text('RAZORPAY_API_URL', 'https://api.razorpay.com'),
      checkoutUrl: text('RAZORPAY_CHECKOUT_URL', 'https://checkout.razorpay.com'),
      keyId: needed('RAZORPAY_KEY_ID'),
      keySecret: needed('RAZORPAY_KEY_SECRET'),
      webhookSecret: needed('RAZORPAY_WEBHOOK_SECRET'),
    }),
    payu: (): PayuConfig => ({
      name: 'payu',
      apiUrl: text('PAYU_API_URL', 'https://info.payu.in'),
      checkoutUrl: text('PAYU_CHECKOUT_URL', 'https://secure.payu.in'),
      key: needed('PAYU_KEY'),
      salt: needed('PAYU_SALT'),
    }),
  };
  const port = whole('PORT', 3000);
  const config: Config = {
    demo,
    host,
    port,
    // Paths are put behind it.
    publicUrl: text('PUBLIC_URL', demo ? `http://${host.includes(':') ? `[${host}]` : host}:${port}` : '').replace(
      /\/+$/,
      '',
    ),
    dataDir: text('DATA_DIR', './data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    logLevel: text('LOG_LEVEL', demo ? 'warn' : 'info'),
    trustProxy: readTrustProxy(env['TRUST_PROXY'], problems),
    origins: text('ORIGINS', '').split(',').filter(Boolean),
    brand: text('BRAND', 'Bijli'),
    support: {
      phone: needed('SUPPORT_PHONE'),
      email: needed('SUPPORT_EMAIL'),
      whatsapp: text('SUPPORT_WHATSAPP', env['SUPPORT_PHONE'] ?? DEMO['SUPPORT_PHONE'] ?? ''),
    },
    codeLimits: {
      perNumber: whole('CODES_PER_NUMBER_HOUR', 5, 1),
      perAddress: whole('CODES_PER_ADDRESS_HOUR', demo ? 60 : 20, 1),
      inAll: whole('CODES_PER_HOUR', demo ? 20_000 : 2000, 1),
    },
    // Many phones share an address behind their mobile network; in the demo, all do.
    floodLimits: {
      requests: whole('REQUESTS_PER_ADDRESS_MINUTE', demo ? 12_000 : 1200, 1),
      signIns: whole('SIGN_INS_PER_ADDRESS_MINUTE', demo ? 600 : 60, 1),
    },
    map: readMap(env, problems),
    payments: {
      checksumSecret: needed('CHECKSUM_SECRET'),
      lifeSeconds: whole('PAYMENT_LIFE_SECONDS', 900, 1),
      provider: providers[choice('PAYMENT_OPTION', paymentOption, 'phonepe')](),
    },
    topUp: { leastPaise: whole('TOP_UP_LEAST_PAISE', 100, 100), mostPaise: whole('TOP_UP_MOST_PAISE', 1_000_000, 100) },
    sms: readSms(env, { demo, needed, problems }),
    push: { keys: readPushKeys(env, problems), origins: readPushOrigins(env, problems) },
    charging: {
      sampleSeconds: whole('METER_SAMPLE_SECONDS', 5, 1),
      startWithinSeconds: whole('START_WITHIN_SECONDS', 90, 10),
      linkPatienceSeconds: whole('LINK_PATIENCE_SECONDS', 900, 60),
    },
    shop: {
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
    },
    supplier: {
      name: text('SUPPLIER_NAME', 'Bijli Charging (demo)'),
      address: demo ? text('SUPPLIER_ADDRESS', 'Plot 1, Demo Road, Bengaluru 560001') : needed('SUPPLIER_ADDRESS'),
      gstin: demo ? text('SUPPLIER_GSTIN', '29AAAAA0000A1Z5') : needed('SUPPLIER_GSTIN'),
      state: text('SUPPLIER_STATE', 'Karnataka'),
    },
  };
  if (config.shop.linkSecret && config.shop.linkSecret === config.payments.checksumSecret)
    problems.push('LINK_SECRET is the same as CHECKSUM_SECRET: each needs one of its own');
  if (!demo && !config.publicUrl) problems.push('PUBLIC_URL is not set');
  if (problems.length > 0)
    throw new Error(`Bijli cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return config;
}

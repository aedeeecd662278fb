import * as z from 'zod/mini';
import { SMS_TEMPLATES, type SmsTemplate } from '#kernel/messages/sms-templates.ts';
import { backupSettings } from './backup-settings.ts';
import { chargePointSecuritySettings } from './charge-point-security-settings.ts';
import { filesSettings } from './files-settings.ts';
import { monitoringSettings } from './monitoring-settings.ts';
import {
  paymentProviders,
  paymentSettings,
  payuSettings,
  phonepeSettings,
  razorpaySettings,
} from './payment-settings.ts';
import { DEMO } from './secrets.ts';
import { aboutSettings, choice, list, optionalText, parsed, secret, text, whole } from './setting.ts';
import { parseTrustProxy } from './trusted-proxies.ts';

/**
 * Every setting, in the order of docs/settings.md, which `npm run settings:table` writes from this file. An empty
 * setting counts as not set. A section that belongs to one choice is read only if that choice is made.
 */
const serverSettings = {
  NODE_ENV: text({
    what: '`production` runs without the demo; any other value is the demo',
    default: 'development',
    defaultText: 'the demo',
  }),
  PORT: whole(
    { min: 0, max: 65_535 },
    { what: 'The port that the server listens on; 0 uses a free one', default: '3000' },
  ),
  HOST: text({
    what: 'The address that the server listens on; the demo accepts loopback addresses only',
    default: '127.0.0.1',
  }),
  PUBLIC_URL: text({
    what: 'The address that browsers and the payment provider use',
    default: { demo: '' },
    defaultText: 'demo: `http://{HOST}:{PORT}`',
  }),
  DATA_DIR: text({
    what: 'The folder of the embedded database. If the server runs as root, the files may be elsewhere; `WHERE.txt` in this folder says where',
    default: './data',
  }),
  DATABASE_URL: optionalText({
    what: 'Your PostgreSQL, 15 or later. Production needs it, unless `DATABASE=embedded`',
  }),
  DATABASE: choice(['', 'embedded'], {
    what: '`embedded`: the server starts its own PostgreSQL, with its files in `DATA_DIR`. For one machine whose disk you back up',
    default: '',
    defaultText: 'demo: `embedded` without `DATABASE_URL`',
  }),
  NATS_URL: optionalText({
    what: 'The addresses of NATS servers, such as `nats://10.0.0.5:4222,nats://10.0.0.6:4222`. Several nodes then [share the work](decisions/0040-nodes-that-share.md). Set it on all nodes of a database, or on none',
    defaultText: 'one node serves, a second one is on standby',
  }),
  TRUST_PROXY: parsed(parseTrustProxy).register(aboutSettings, {
    type: 'number or list',
    default: '',
    what: 'Which proxies’ `X-Forwarded-For` the server trusts: their addresses, such as `10.0.0.0/8,127.0.0.1`, or their number, if nobody can reach the server without them',
  }),
  DEMO_FLEET: choice(['whole', 'small', 'none'], {
    what: 'Which chargers of the demo are simulated: all 3,755 with a crowd and reviews (`whole`), those of 60 stations (`small`), or none',
    default: 'whole',
  }),
  DRAIN_SECONDS: whole(
    { min: 0, max: 600 },
    {
      what: 'Over how many seconds a server that shuts down closes the links of chargers, which then reconnect; 0 is at once. Use 30 with several servers or thousands of chargers',
      default: '0',
    },
  ),
  ORIGINS: list({ what: 'Origins of web clients that another server serves' }),
};

const limitSettings = {
  REQUESTS_PER_ADDRESS_MINUTE: whole(1, {
    what: 'Requests from one network address in a minute; more get 429. Phones of a mobile network may share an address. Each [class of calls](decisions/0016-request-limits.md) has a share: payments a quarter, files ten times as much',
    default: { demo: '12000', production: '1200' },
  }),
  SIGN_INS_PER_ADDRESS_MINUTE: whole(1, {
    what: 'Attempts to sign in from one network address in a minute',
    default: { demo: '600', production: '60' },
  }),
  REQUESTS_AT_ONCE: whole(1, {
    what: 'Requests of one driver, or of one address, that the server works on at a time. The others [wait their turn](decisions/0026-connections-and-turns.md), usually for milliseconds',
    default: '1',
  }),
  CODES_PER_NUMBER_HOUR: whole(1, {
    what: 'One-time codes for one number in an hour. An address that requested none gets up to two more. A device that has signed in with the number before (without cookies: its address) gets up to three more',
    default: '5',
  }),
  CODES_PER_ADDRESS_HOUR: whole(1, {
    what: 'One-time codes that one address may request in an hour. It does not apply to a device that has signed in before',
    default: { demo: '60', production: '20' },
  }),
  CODES_PER_HOUR: whole(1, {
    what: 'One-time codes of the whole installation in an hour; each costs a message. A fifth is reserved for devices that have signed in before, and no provider’s address range gets all the rest. Watch the log for `account.codes_used_up`',
    default: { demo: '20000', production: '2000' },
  }),
};

const businessSettings = {
  BRAND: text({ what: 'The name of the business, as drivers see it', default: 'Bijli' }),
  SUPPORT_PHONE: text({ what: 'The phone number of support', default: { demo: DEMO.SUPPORT_PHONE } }),
  SUPPORT_EMAIL: text({ what: 'The e-mail address of support', default: { demo: DEMO.SUPPORT_EMAIL } }),
  SUPPORT_WHATSAPP: optionalText({ what: 'The WhatsApp number of support', defaultText: '`SUPPORT_PHONE`' }),
  SUPPLIER_NAME: text({
    what: 'The first supplier on tax invoices, read at the first start only. Add later ones, and one for each other State, with `suppliers add`',
    default: 'Bijli Charging (demo)',
  }),
  SUPPLIER_ADDRESS: text({ what: 'The supplier’s address', default: { demo: 'Plot 1, Demo Road, Bengaluru 560001' } }),
  SUPPLIER_GSTIN: text({ what: 'The supplier’s GSTIN', default: { demo: '29AAAAA0000A1Z5' } }),
  SUPPLIER_STATE: text({ what: 'The State that the supplier is registered in', default: 'Karnataka' }),
};

const chargingSettings = {
  METER_SAMPLE_SECONDS: whole(1, {
    what: 'How often a charging connector reports its meter, in seconds',
    default: '5',
  }),
  START_WITHIN_SECONDS: whole(10, {
    what: 'How many seconds a start waits for the cable before the hold is released',
    default: '90',
  }),
  LINK_PATIENCE_SECONDS: whole(60, {
    what: 'How many seconds the server waits for a charger that has lost its link or does not answer a stop. Then a start fails, and a session that should stop is billed by its last reading',
    default: '900',
  }),
  SAMPLE_DAYS: whole(190, {
    what: 'How many days meter readings are kept. They prove a bill and draw its curve. They are purged a month at a time',
    default: '400',
  }),
  MESSAGE_LOG_DAYS: whole(0, {
    what: 'How many days the log of OCPP messages is kept, for `bijli chargers log`; 0 keeps none',
    default: '30',
  }),
};

/** Streets of OpenStreetMap from a service that needs no key. The demo shows them by default. */
export const DEMO_TILES = 'https://tiles.openfreemap.org/planet';
const mapSettings = {
  MAP_STYLE_URL: optionalText({
    what: 'The MapLibre style of a map service. Without a style and tiles the map has only its own basemap',
  }),
  MAP_TILES_URL: optionalText({
    what: 'Streets for the map, in the OpenMapTiles schema: the address of a TileJSON, or of vector tiles `…/{z}/{x}/{y}.pbf`. Other addresses with `{z}`, `{x}` and `{y}` are raster tiles. `none`: no streets',
    default: { demo: DEMO_TILES },
  }),
  MAP_TILES_FILE: optionalText({
    what: 'A PMTiles file with such streets. This server then serves them, and browsers call no map service',
  }),
  MAP_KEY: optionalText({
    what: 'Replaces `{key}` in those addresses. Browsers see it, so restrict it to your domain',
  }),
  MAP_ATTRIBUTION: optionalText({ what: 'The attribution that the map must show' }),
  MAP_ORIGINS: list({ what: 'Other origins that the style loads from' }, (one) =>
    isOrigin(one) ? undefined : `holds ${one}, which is no origin such as https://tiles.example`,
  ),
};

const shopSettings = {
  LINK_SECRET: secret(
    { minLength: 32, command: 'openssl rand -base64 32' },
    { what: 'Signs links to orders and links that confirm an e-mail address', default: { demo: DEMO.LINK_SECRET } },
  ),
  DEALER_URL: text({
    what: 'The host of the shop’s catalogue `/api/product/all`, if it is another one',
    default: '',
    defaultText: 'this server',
  }),
  SHIPPING_MIN_PAISE: whole(0, {
    what: 'The lowest price of shipping, in paise',
    default: '0',
    oldName: 'SHIPPING_LEAST_PAISE',
  }),
  ORDERS_PER_ADDRESS_HOUR: whole(1, {
    what: 'Orders from one network address in an hour',
    default: { demo: '60', production: '20' },
  }),
  UNPAID_ORDERS_PER_ADDRESS: whole(1, {
    what: 'How many of these orders may be unpaid at a time',
    default: { demo: '20', production: '5' },
  }),
  SMTP_URL: text({
    what: 'The mail server that sends messages to buyers and receipts to drivers, such as `smtps://user:secret@mail.example.com`',
    default: { demo: '' },
    defaultText: 'demo: files in `{DATA_DIR}/mail`',
  }),
  MAIL_FROM: optionalText({ what: 'The sender of these e-mails', defaultText: '`{BRAND} <{SUPPORT_EMAIL}>`' }),
};

const SMS_PROVIDERS = ['msg91', 'twilio'] as const;

const messageSettings = {
  SMS_PROVIDER: choice(
    ['', ...SMS_PROVIDERS],
    {
      what: 'Which provider sends one-time codes and text messages',
      default: { demo: '' },
      oldName: 'SMS_SENDER',
      defaultText: 'demo: `/demo/messages`',
    },
    { console: 'is console, which wrote one-time codes into the log: choose msg91 or twilio' },
  ),
  VAPID_PUBLIC_KEY: optionalText({
    what: 'The key by which push services know this installation. After a change devices must subscribe again',
    defaultText: 'created at the first start and kept in the database',
  }),
  VAPID_PRIVATE_KEY: optionalText({
    what: 'The other key of that pair. Set both or neither',
    defaultText: 'as above',
  }),
  PUSH_ORIGINS: list(
    {
      what: 'Origins of more push services than those of Chrome, Firefox, Edge and Safari, such as `https://push.example`',
    },
    (one) => (isOrigin(one) ? undefined : `names no origin: ${one}`),
  ),
};

type TemplateSetting = `MSG91_TEMPLATE_${Uppercase<SmsTemplate>}`;
const templates = (Object.keys(SMS_TEMPLATES) as SmsTemplate[]).map(
  (name) => [`MSG91_TEMPLATE_${name.toUpperCase()}` as TemplateSetting, name] as const,
);
type Texts<Name extends string, Schema> = Record<Name, Schema>;

const msg91Settings = {
  ...(Object.fromEntries(
    templates.map(([setting, name]) => [
      setting,
      text({
        what: `The id of MSG91’s template for the [text](sms-templates.md) \`${name}\`, registered with DLT`,
      }),
    ]),
  ) as Texts<TemplateSetting, ReturnType<typeof text>>),
  ...(Object.fromEntries(
    templates.map(([setting, name]) => [`${setting}_HI`, optionalText({ what: `The same for \`${name}\` in Hindi` })]),
  ) as Texts<`${TemplateSetting}_HI`, ReturnType<typeof optionalText>>),
  MSG91_AUTHKEY: secret('issued', { what: 'MSG91’s authentication key' }),
  MSG91_API_URL: text({ what: 'The address of MSG91’s API', default: 'https://control.msg91.com' }),
};

const twilioSettings = {
  TWILIO_ACCOUNT_SID: secret('issued', { what: 'The SID of the Twilio account' }),
  TWILIO_AUTH_TOKEN: secret('issued', { what: 'The authentication token of the account' }),
  TWILIO_FROM: optionalText({ what: 'The sender’s number or header. Set this or the next one, not both' }),
  TWILIO_MESSAGING_SERVICE_SID: optionalText({ what: 'The SID of a messaging service with several senders' }),
  TWILIO_API_URL: text({ what: 'The address of Twilio’s API', default: 'https://api.twilio.com' }),
};

const smsProviders = z.discriminatedUnion('SMS_PROVIDER', [
  z.object({ SMS_PROVIDER: z.literal('') }),
  z.object({ SMS_PROVIDER: z.literal('msg91'), ...msg91Settings }),
  z.object({ SMS_PROVIDER: z.literal('twilio'), ...twilioSettings }),
]);
const always = z.object({
  ...serverSettings,
  ...monitoringSettings,
  ...backupSettings,
  ...filesSettings,
  ...limitSettings,
  ...businessSettings,
  ...chargingSettings,
  ...chargePointSecuritySettings,
  ...mapSettings,
  ...paymentSettings,
  ...shopSettings,
  ...messageSettings,
});

/** The environment as the server reads it, with defaults filled in. */
export const settingsSchema = z.intersection(z.intersection(always, paymentProviders), smsProviders);
export type Settings = z.infer<typeof settingsSchema>;
type NamesOf<OneOrOther> = OneOrOther extends unknown ? keyof OneOrOther : never;
export type SettingName = NamesOf<Settings>;

export interface SettingsSection {
  title: string;
  settings: Record<string, z.ZodMiniType>;
  /** The choice that makes the server read this section. */
  only?: { setting: SettingName; is: string };
}

export const SECTIONS: SettingsSection[] = [
  { title: 'The server', settings: serverSettings },
  { title: 'Logs, metrics and traces', settings: monitoringSettings },
  { title: 'Backups of the embedded database', settings: backupSettings },
  { title: 'Firmware for chargers, and their logs', settings: filesSettings },
  { title: 'Limits', settings: limitSettings },
  { title: 'The business', settings: businessSettings },
  { title: 'Charging', settings: chargingSettings },
  { title: 'The security of chargers', settings: chargePointSecuritySettings },
  { title: 'The map', settings: mapSettings },
  { title: 'Payments', settings: paymentSettings },
  { title: 'PhonePe', settings: phonepeSettings, only: { setting: 'PAYMENT_OPTION', is: 'phonepe' } },
  { title: 'Razorpay', settings: razorpaySettings, only: { setting: 'PAYMENT_OPTION', is: 'razorpay' } },
  { title: 'PayU', settings: payuSettings, only: { setting: 'PAYMENT_OPTION', is: 'payu' } },
  { title: 'The shop', settings: shopSettings },
  { title: 'Messages', settings: messageSettings },
  { title: 'MSG91', settings: msg91Settings, only: { setting: 'SMS_PROVIDER', is: 'msg91' } },
  { title: 'Twilio', settings: twilioSettings, only: { setting: 'SMS_PROVIDER', is: 'twilio' } },
];

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

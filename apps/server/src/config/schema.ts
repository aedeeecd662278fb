import * as z from 'zod/mini';
import { SMS_TEMPLATES, type SmsTemplate } from '#kernel/messages/sms-templates.ts';
import { backups } from './backup-settings.ts';
import { chargersSecurity } from './charger-security-settings.ts';
import { files } from './files-settings.ts';
import { paymentProviders, payments, payu, phonepe, razorpay } from './payment-settings.ts';
import { readTrustProxy } from './proxy.ts';
import { DEMO } from './secrets.ts';
import { aboutSettings, choice, list, optionalText, parsed, secret, text, whole } from './setting.ts';
import { watching } from './watching-settings.ts';

/**
 * Every setting there is, in the order of docs/settings.md, which is printed from here (`npm run settings:table`). One that is
 * set to nothing is not set. Sections of what only one choice needs are neither read nor missed with another.
 */
const server = {
  NODE_ENV: text({
    what: '`production` runs without any demo part; anything else is the demo',
    default: 'development',
    defaultText: 'the demo',
  }),
  PORT: whole({ min: 0, max: 65_535 }, { what: 'The port it listens on; 0 takes a free one', default: '3000' }),
  HOST: text({ what: 'The address it listens on; the demo takes loopback addresses only', default: '127.0.0.1' }),
  PUBLIC_URL: text({
    what: 'Where browsers and the payment provider find it',
    default: { demo: '' },
    defaultText: 'demo: `http://{HOST}:{PORT}`',
  }),
  DATA_DIR: text({
    what: 'The embedded database’s files; run as root they may have to lie elsewhere, where its `WHERE.txt` says',
    default: './data',
  }),
  DATABASE_URL: optionalText({
    what: 'Your PostgreSQL, 15 or later; production needs one, unless `DATABASE=embedded`',
  }),
  DATABASE: choice(['', 'embedded'], {
    what: '`embedded` is a PostgreSQL that the server starts itself, with its files in `DATA_DIR`: for one machine whose disk you back up',
    default: '',
    defaultText: 'demo: `embedded` where there is no `DATABASE_URL`',
  }),
  NATS_URL: optionalText({
    what: 'Where the NATS servers are, such as `nats://10.0.0.5:4222,nats://10.0.0.6:4222`: several nodes [share the work](decisions/0040-nodes-that-share.md) then. All nodes of a database have it, or none',
    defaultText: 'one node serves, a second one stands by',
  }),
  TRUST_PROXY: parsed(readTrustProxy).register(aboutSettings, {
    type: 'number or list',
    default: '',
    what: 'Whose X-Forwarded-For is believed: the number of proxies in front, where nobody reaches the server past them, or their addresses such as `10.0.0.0/8,127.0.0.1`',
  }),
  DEMO_FLEET: choice(['whole', 'small', 'none'], {
    what: 'Which chargers of the demo are simulated: all 3,755 with a crowd and reviews, those of 60 stations, or none',
    default: 'whole',
  }),
  DRAIN_SECONDS: whole(
    { min: 0, max: 600 },
    {
      what: 'Over how long a server that ends closes the links of chargers, which dial in anew; 0 is at once. With several servers, or thousands of chargers, 30',
      default: '0',
    },
  ),
  ORIGINS: list({ what: 'Origins of web clients that are served from elsewhere' }),
};

const limits = {
  REQUESTS_PER_ADDRESS_MINUTE: whole(1, {
    what: 'Requests from one network address, which phones of a mobile network may share; more is refused with 429. Each [class of calls](decisions/0016-request-limits.md) has its share: what starts a payment a quarter, files ten times as much',
    default: { demo: '12000', production: '1200' },
  }),
  SIGN_INS_PER_ADDRESS_MINUTE: whole(1, {
    what: 'Attempts to sign in from one network address',
    default: { demo: '600', production: '60' },
  }),
  REQUESTS_AT_ONCE: whole(1, {
    what: 'Requests of one driver, or of one address, that are at work at a time; the others [wait their turn](decisions/0026-connections-and-turns.md), as a rule for milliseconds',
    default: '1',
  }),
  CODES_PER_NUMBER_HOUR: whole(1, {
    what: 'One-time codes for one number; a caller from elsewhere than who asked before may ask for up to two more, a device that signed in with the number before (a client without cookies: its address) for up to three',
    default: '5',
  }),
  CODES_PER_ADDRESS_HOUR: whole(1, {
    what: 'One-time codes asked for from one address; a device that signed in before finds it open whoever else has reached it',
    default: { demo: '60', production: '20' },
  }),
  CODES_PER_HOUR: whole(1, {
    what: 'One-time codes of the whole installation, which cost a message each; a fifth is kept for devices that signed in before, and no provider’s range of addresses gets all the rest. Watch the log for `account.codes_used_up`',
    default: { demo: '20000', production: '2000' },
  }),
};

const business = {
  BRAND: text({ what: 'The name shown', default: 'Bijli' }),
  SUPPORT_PHONE: text({ what: 'The number by which drivers reach support', default: { demo: DEMO.SUPPORT_PHONE } }),
  SUPPORT_EMAIL: text({ what: 'The e-mail address of support', default: { demo: DEMO.SUPPORT_EMAIL } }),
  SUPPORT_WHATSAPP: optionalText({ what: 'The WhatsApp number of support', defaultText: '`SUPPORT_PHONE`' }),
  SUPPLIER_NAME: text({
    what: 'The first supplier on tax invoices, taken at the first start; later ones, and one for each other State, by `suppliers add`',
    default: 'Bijli Charging (demo)',
  }),
  SUPPLIER_ADDRESS: text({ what: 'Its address', default: { demo: 'Plot 1, Demo Road, Bengaluru 560001' } }),
  SUPPLIER_GSTIN: text({ what: 'Its GSTIN', default: { demo: '29AAAAA0000A1Z5' } }),
  SUPPLIER_STATE: text({ what: 'The State it is registered in', default: 'Karnataka' }),
};

const charging = {
  METER_SAMPLE_SECONDS: whole(1, { what: 'How often a charging connector reports', default: '5' }),
  START_WITHIN_SECONDS: whole(10, {
    what: 'How long a start waits for the cable before the hold goes back',
    default: '90',
  }),
  LINK_PATIENCE_SECONDS: whole(60, {
    what: 'How long a charger whose link is lost, or that does not answer a stop, is waited for: then a start is given up and a session that was to stop is settled on its last reading',
    default: '900',
  }),
  SAMPLE_DAYS: whole(190, {
    what: 'How many days the meter readings of charges are kept, which prove a bill and draw its curve; they go by the month',
    default: '400',
  }),
  MESSAGE_LOG_DAYS: whole(0, {
    what: 'How many days the log of what chargers and server say to each other is kept, for `bijli chargers log`; 0 keeps none',
    default: '30',
  }),
};

/** The streets of OpenStreetMap from an instance that asks for no key: what the demo shows unless it is told not to. */
export const DEMO_TILES = 'https://tiles.openfreemap.org/planet';
const map = {
  MAP_STYLE_URL: optionalText({
    what: 'The MapLibre style of a map service; without one, and without tiles, the map draws its own ground',
  }),
  MAP_TILES_URL: optionalText({
    what: 'Streets for the map, in the OpenMapTiles schema: the address of a TileJSON, or vector tiles `…/{z}/{x}/{y}.pbf`. Other addresses with `{z}`, `{x}` and `{y}` are raster tiles; `none` is no streets',
    default: { demo: DEMO_TILES },
  }),
  MAP_TILES_FILE: optionalText({
    what: 'A PMTiles file with such streets, which this server serves itself: then nobody else is asked',
  }),
  MAP_KEY: optionalText({
    what: 'Put in the place of `{key}` in those addresses; browsers see it, so bind it to your domain',
  }),
  MAP_ATTRIBUTION: optionalText({ what: 'What the map must say of its makers' }),
  MAP_ORIGINS: list({ what: 'Further origins that the style loads from' }, (one) =>
    isOrigin(one) ? undefined : `holds ${one}, which is no origin such as https://tiles.example`,
  ),
};

const shop = {
  LINK_SECRET: secret(
    { minLength: 32, command: 'openssl rand -base64 32' },
    { what: 'Signs the links of orders and those that confirm an e-mail address', default: { demo: DEMO.LINK_SECRET } },
  ),
  DEALER_URL: text({
    what: 'Where the shop’s catalogue `/api/product/all` is, when another host has it',
    default: '',
    defaultText: 'our own server',
  }),
  SHIPPING_MIN_PAISE: whole(0, {
    what: 'The least that shipping costs',
    default: '0',
    oldName: 'SHIPPING_LEAST_PAISE',
  }),
  ORDERS_PER_ADDRESS_HOUR: whole(1, {
    what: 'Orders from one network address',
    default: { demo: '60', production: '20' },
  }),
  UNPAID_ORDERS_PER_ADDRESS: whole(1, {
    what: 'How many of them may be unpaid at a time',
    default: { demo: '20', production: '5' },
  }),
  SMTP_URL: text({
    what: 'The mail server for messages to buyers and receipts to drivers, such as `smtps://user:secret@mail.example.com`',
    default: { demo: '' },
    defaultText: 'demo: files in `{DATA_DIR}/mail`',
  }),
  MAIL_FROM: optionalText({ what: 'Whom they come from', defaultText: '`{BRAND} <{SUPPORT_EMAIL}>`' }),
};

const VENDORS = ['msg91', 'twilio'] as const;

const messages = {
  SMS_SENDER: choice(
    ['', ...VENDORS],
    { what: 'How one-time codes and messages leave', default: { demo: '' }, defaultText: 'demo: `/demo/messages`' },
    { console: 'is console, which wrote one-time codes into the log: choose msg91 or twilio' },
  ),
  VAPID_PUBLIC_KEY: optionalText({
    what: 'The key that push services know this installation by; with another one devices subscribe anew',
    defaultText: 'made at the first start, kept in the database',
  }),
  VAPID_PRIVATE_KEY: optionalText({
    what: 'The other key of that pair: both are set, or neither',
    defaultText: 'likewise',
  }),
  PUSH_ORIGINS: list(
    {
      what: 'Origins of push services besides those of Chrome, Firefox, Edge and Safari, such as `https://push.example`',
    },
    (one) => (isOrigin(one) ? undefined : `names no origin: ${one}`),
  ),
};

type TemplateSetting = `MSG91_TEMPLATE_${Uppercase<SmsTemplate>}`;
const templates = (Object.keys(SMS_TEMPLATES) as SmsTemplate[]).map(
  (name) => [`MSG91_TEMPLATE_${name.toUpperCase()}` as TemplateSetting, name] as const,
);
type Texts<Name extends string, Schema> = Record<Name, Schema>;

const msg91 = {
  ...(Object.fromEntries(
    templates.map(([setting, name]) => [
      setting,
      text({
        what: `The id of MSG91’s template of the [text](sms-templates.md) \`${name}\`, registered with DLT`,
      }),
    ]),
  ) as Texts<TemplateSetting, ReturnType<typeof text>>),
  ...(Object.fromEntries(
    templates.map(([setting, name]) => [`${setting}_HI`, optionalText({ what: `The same of \`${name}\` in Hindi` })]),
  ) as Texts<`${TemplateSetting}_HI`, ReturnType<typeof optionalText>>),
  MSG91_AUTHKEY: secret('issued', { what: 'MSG91’s key' }),
  MSG91_API_URL: text({ what: 'Where MSG91 is', default: 'https://control.msg91.com' }),
};

const twilio = {
  TWILIO_ACCOUNT_SID: secret('issued', { what: 'Twilio’s account' }),
  TWILIO_AUTH_TOKEN: secret('issued', { what: 'The account’s token' }),
  TWILIO_FROM: optionalText({ what: 'The number or header that messages come from: this or the next, and not both' }),
  TWILIO_MESSAGING_SERVICE_SID: optionalText({ what: 'A messaging service that has several' }),
  TWILIO_API_URL: text({ what: 'Where Twilio is', default: 'https://api.twilio.com' }),
};

const senders = z.discriminatedUnion('SMS_SENDER', [
  z.object({ SMS_SENDER: z.literal('') }),
  z.object({ SMS_SENDER: z.literal('msg91'), ...msg91 }),
  z.object({ SMS_SENDER: z.literal('twilio'), ...twilio }),
]);
const always = z.object({
  ...server,
  ...watching,
  ...backups,
  ...files,
  ...limits,
  ...business,
  ...charging,
  ...chargersSecurity,
  ...map,
  ...payments,
  ...shop,
  ...messages,
});

/** The environment, with the defaults filled in, as the server reads it. */
export const settingsSchema = z.intersection(z.intersection(always, paymentProviders), senders);
export type Settings = z.infer<typeof settingsSchema>;
type NamesOf<OneOrOther> = OneOrOther extends unknown ? keyof OneOrOther : never;
export type SettingName = NamesOf<Settings>;

export interface SettingsSection {
  title: string;
  settings: Record<string, z.ZodMiniType>;
  /** The choice that alone needs them. */
  only?: { setting: SettingName; is: string };
}

export const SECTIONS: SettingsSection[] = [
  { title: 'The server', settings: server },
  { title: 'Watching it', settings: watching },
  { title: 'Backups of the embedded database', settings: backups },
  { title: 'Firmware for chargers, and their logs', settings: files },
  { title: 'Limits', settings: limits },
  { title: 'The business', settings: business },
  { title: 'Charging', settings: charging },
  { title: 'The security of chargers', settings: chargersSecurity },
  { title: 'The map', settings: map },
  { title: 'Payments', settings: payments },
  { title: 'PhonePe', settings: phonepe, only: { setting: 'PAYMENT_OPTION', is: 'phonepe' } },
  { title: 'Razorpay', settings: razorpay, only: { setting: 'PAYMENT_OPTION', is: 'razorpay' } },
  { title: 'PayU', settings: payu, only: { setting: 'PAYMENT_OPTION', is: 'payu' } },
  { title: 'The shop', settings: shop },
  { title: 'Messages', settings: messages },
  { title: 'MSG91', settings: msg91, only: { setting: 'SMS_SENDER', is: 'msg91' } },
  { title: 'Twilio', settings: twilio, only: { setting: 'SMS_SENDER', is: 'twilio' } },
];

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** What a server in demo mode has: known to everybody, which is why demo mode is never reachable from outside the machine. */
export const DEMO: Record<string, string> = {
  CHECKSUM_SECRET: 'demo-checksum-secret',
  LINK_SECRET: 'demo-link-secret',
  PHONEPE_CLIENT_ID: 'demo-client',
  PHONEPE_CLIENT_SECRET: 'demo-client-secret',
  PHONEPE_WEBHOOK_USERNAME: 'demo_hook',
  PHONEPE_WEBHOOK_PASSWORD: 'demohook1',
  RAZORPAY_KEY_ID: 'rzp_test_demo',
  RAZORPAY_KEY_SECRET: 'demo-key-secret',
  RAZORPAY_WEBHOOK_SECRET: 'demo-webhook-secret',
  PAYU_KEY: 'demoKey',
  PAYU_SALT: 'demo-salt',
  SUPPORT_PHONE: '+911800000000',
  SUPPORT_EMAIL: 'help@bijli.example',
};

/**
 * The fewest characters of the secrets that an operator makes up. What a provider issues is as long as the provider likes, and
 * PhonePe takes webhook passwords of 8 to 20 letters and digits only.
 */
const MIN_LENGTH: Record<string, number> = {
  CHECKSUM_SECRET: 32,
  LINK_SECRET: 32,
  RAZORPAY_WEBHOOK_SECRET: 16,
  PHONEPE_WEBHOOK_PASSWORD: 12,
};
/** Issued by a provider: held only against what is obviously none. */
const ISSUED = new Set([
  'PHONEPE_CLIENT_ID',
  'PHONEPE_CLIENT_SECRET',
  'PHONEPE_WEBHOOK_USERNAME',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'PAYU_KEY',
  'PAYU_SALT',
  'MSG91_AUTHKEY',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
]);

const DEMO_VALUES = new Set(Object.values(DEMO).map(plain));
/** What stands in examples and in forms that nobody has filled in. */
const PLACEHOLDER = /^(your|changeme|change(it|this)|replace|insert|placeholder|enter|xxx|todo|tbd|dummy|foobar|fixme)/;
const PLACEHOLDER_WORDS = new Set(['secret', 'password', 'key', 'token', 'salt', 'test', 'example', 'none', 'null']);
/** A secret that begins so was made up by a person and not by a machine. */
const MADE_UP = /^(secret|password|passwd|qwerty|letmein|admin|demo|test|example|bijli|webhook|checksum|link)/;
const MIN_DISTINCT = 8;
const HOW = 'openssl rand -base64 32 prints a good one';

/** What is wrong with a secret in production, as the end of a sentence that begins with its name; never the secret itself. */
export function weaknessOf(name: string, value: string): string | undefined {
  const min = MIN_LENGTH[name];
  if (min === undefined && !ISSUED.has(name)) return undefined;
  const text = plain(value);
  const isPlaceholder = text === '' || /^(.)\1*$/.test(text) || PLACEHOLDER.test(text) || PLACEHOLDER_WORDS.has(text);
  if (DEMO_VALUES.has(text) || isPlaceholder) return 'is the value of a demo or an example, which everybody knows';
  if (min === undefined) return undefined;
  if (value.length < min) return `is too short: a secret of at least ${min} characters is needed; ${HOW}`;
  if (MADE_UP.test(text) || isRepetitive(value)) return `is too easily guessed; ${HOW}`;
  return undefined;
}

/** Whether a text is made of few signs, of one piece over and over, or of rows such as `abcdef`. */
function isRepetitive(text: string): boolean {
  const signs = [...text];
  if (new Set(signs).size < MIN_DISTINCT) return true;
  if (/^(.{1,10})\1+.{0,9}$/s.test(text)) return true;
  const inRow = signs.filter(
    (sign, at) => Math.abs((signs[at - 1]?.codePointAt(0) ?? 0) - (sign.codePointAt(0) ?? 0)) <= 1,
  );
  return inRow.length > signs.length / 2;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

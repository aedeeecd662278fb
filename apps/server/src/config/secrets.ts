/**
 * The secrets of a server in demo mode. Everybody knows them, which is why only its own machine can reach a server in
 * demo mode.
 */
export const DEMO = {
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

/** What we require of a secret that the operator creates. */
export interface Strength {
  minLength: number;
  /** A shell command that prints a good secret. */
  command: string;
}

const DEMO_VALUES = new Set(Object.values(DEMO).map(plain));
/** Matches values that are nothing but a placeholder from an example or an unfilled form, such as `YOUR_AUTHKEY`. */
const PLACEHOLDER =
  /^(?:(?:your|my|enter|insert|put|replace|changeme|changeit|changethis|placeholder|todo|tbd|fixme|dummy|foobar|example)(?:the|api|auth|client|merchant|account|key|id|secret|token|salt|sid|user|name|password|value|with|here)*)+$/;
const PLACEHOLDER_WORDS = new Set([
  '',
  'secret',
  'password',
  'key',
  'token',
  'salt',
  'test',
  'example',
  'none',
  'null',
]);
/** A secret that contains one of these was made up by a person, not by a machine. */
const MADE_UP =
  /secret|passw|passphrase|qwerty|letmein|welcome|admin|demo|test|example|sample|bijli|webhook|checksum|link|change(me|it|this)|replace|placeholder|dummy|foobar/;
const MIN_DISTINCT = 8;
const KNOWN_TO_ALL = 'is the value of a demo or an example, which everybody knows';

/**
 * Says why a secret is not good enough for production, as the end of a sentence that begins with the setting's name. It
 * never shows the secret. A provider decides how its own secrets look, so one of those is refused only if all of it
 * is a placeholder.
 */
export function weaknessOf(value: string, strength: Strength | 'issued'): string | undefined {
  if (strength === 'issued') return isPlaceholder(value) ? KNOWN_TO_ALL : undefined;
  const weakness = weaknessOfOwn(value, strength.minLength);
  return weakness && `${weakness}; ${strength.command} prints a good one`;
}

function weaknessOfOwn(value: string, minLength: number): string | undefined {
  if (isPlaceholder(value) || /[<>]/.test(value)) return KNOWN_TO_ALL;
  if (value.length < minLength) return `is too short: a secret of at least ${minLength} characters is needed`;
  return MADE_UP.test(plain(value)) || isRepetitive(value) ? 'is too easily guessed' : undefined;
}

/**
 * True if the whole value is known from the demo, an example or an unfilled form. A value that only begins like one may
 * be good.
 */
function isPlaceholder(value: string): boolean {
  const text = plain(value);
  const isOneSign = /^(.)\1*$/.test(text);
  const isInBrackets = /^<.*>$/s.test(value.trim());
  return isOneSign || isInBrackets || DEMO_VALUES.has(text) || PLACEHOLDER_WORDS.has(text) || PLACEHOLDER.test(text);
}

/** True if at least half of a text is repeats or rows such as `abcdef`, or if it uses only a few characters. */
function isRepetitive(text: string): boolean {
  const signs = [...text.toLowerCase()];
  if (new Set(signs).size < MIN_DISTINCT) return true;
  const triples = new Set(signs.slice(2).map((sign, index) => `${signs[index]}${signs[index + 1]}${sign}`));
  if (triples.size <= signs.length / 2) return true;
  const inRow = signs.filter(
    (sign, index) => Math.abs((signs[index - 1]?.codePointAt(0) ?? 0) - (sign.codePointAt(0) ?? 0)) <= 1,
  );
  return inRow.length > signs.length / 2;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

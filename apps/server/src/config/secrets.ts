/** What a server in demo mode has: known to everybody, which is why demo mode is never reachable from outside the machine. */
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

/** Of a secret that an operator makes up. */
export interface Strength {
  minLength: number;
  /** Prints a good one. */
  command: string;
}

const DEMO_VALUES = new Set(Object.values(DEMO).map(plain));
/** All of a value that stands in examples and in forms that nobody has filled in, such as `YOUR_AUTHKEY`. */
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
/** A secret with one of these in it was made up by a person and not by a machine. */
const MADE_UP =
  /secret|passw|passphrase|qwerty|letmein|welcome|admin|demo|test|example|sample|bijli|webhook|checksum|link|change(me|it|this)|replace|placeholder|dummy|foobar/;
const MIN_DISTINCT = 8;
const KNOWN_TO_ALL = 'is the value of a demo or an example, which everybody knows';

/**
 * What is wrong with a secret in production, as the end of a sentence that begins with its name; never the secret itself. One
 * that a vendor issued begins as the vendor likes and is as long: it is refused only where all of it is a placeholder.
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

/** Whether the whole value is that of a demo, of an example or of a form; one that only begins so may be a good one. */
function isPlaceholder(value: string): boolean {
  const text = plain(value);
  const isOneSign = /^(.)\1*$/.test(text);
  const isInBrackets = /^<.*>$/s.test(value.trim());
  return isOneSign || isInBrackets || DEMO_VALUES.has(text) || PLACEHOLDER_WORDS.has(text) || PLACEHOLDER.test(text);
}

/** Whether half of a text or more repeats, or is rows such as `abcdef`, or all of it is of few signs. */
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

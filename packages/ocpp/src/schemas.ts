import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import schemas from 'ocpp-rpc/lib/schemas/ocpp1_6.json' with { type: 'json' };
import type { CentralSystemActions, ChargePointActions, Received } from './messages.ts';

type Actions = ChargePointActions & CentralSystemActions;
type Side = 'request' | 'answer';

const SUFFIX = { request: 'req', answer: 'conf' } as const;

interface Source {
  properties?: Record<string, object>;
}

/** Creates one validator for each message, compiled at first use: a process needs few of the 78. */
function compiler(ajv: Ajv, sourceOf = sourceAsItIs): (action: string, side: Side) => ValidateFunction | undefined {
  formats.default(ajv);
  const compiled = new Map<string, ValidateFunction>();
  return (action, side) => {
    const name = `urn:${action}.${SUFFIX[side]}`;
    const ready = compiled.get(name);
    if (ready) return ready;
    const source = sourceOf(name);
    if (!source) return undefined;
    const validate = ajv.compile(source);
    compiled.set(name, validate);
    return validate;
  };
}

const sources = new Map<string, Source>(schemas.map(({ $id, ...schema }) => [$id, schema]));

function sourceAsItIs(name: string): Source | undefined {
  return sources.get(name);
}

/** `parseMeterValues` checks the lists of samples itself. It finds the problems of thousands of samples cheaply. */
const READ_ELSEWHERE = new Set(['meterValue', 'transactionData']);

function sourceWithoutSamples(name: string): Source | undefined {
  const source = sources.get(name);
  const properties = Object.entries(source?.properties ?? {});
  return (
    source && {
      ...source,
      properties: Object.fromEntries(properties.map(([key, rule]) => [key, READ_ELSEWHERE.has(key) ? {} : rule])),
    }
  );
}

const lenient = compiler(
  new Ajv({
    strict: false,
    allErrors: true,
    coerceTypes: true,
    removeAdditional: true,
  }),
  sourceWithoutSamples,
);
/** Limits are multiples of 0.1, and in floating point 0.1 × 3 is 0.30000000000000004. */
const strict = compiler(new Ajv({ strict: false, allErrors: true, multipleOfPrecision: 6 }));

/**
 * Ajv collects every error of every entry, so a list of a megabyte would become errors of a hundred megabytes. No
 * charge point has more keys.
 */
const MAX_ENTRIES = 1000;
/** Texts that are too long for OCPP are kept up to this length, so that they can be shown. */
const MAX_TEXT_LENGTH = 255;

/** How many characters of a text field are kept: as many as OCPP allows, or MAX_TEXT_LENGTH if that is more. */
function lengthOf(rule: { maxLength?: number; enum?: unknown; format?: string } | undefined): number {
  const isFree = !rule || (rule.maxLength === undefined && !rule.enum && !rule.format);
  return isFree ? Number.POSITIVE_INFINITY : Math.max(MAX_TEXT_LENGTH, rule.maxLength ?? 0);
}

/** Removes fields that are null and cuts texts and lists that are far too long. Returns what was cut. */
function trim(payload: object, rules: Record<string, object>): string | undefined {
  let violation: string | undefined;
  for (const [name, value] of Object.entries(payload)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    const max = typeof value === 'string' ? lengthOf(rule) : MAX_ENTRIES;
    if (value === null) Reflect.deleteProperty(payload, name);
    else if (!rule || READ_ELSEWHERE.has(name) || !(typeof value === 'string' || Array.isArray(value))) continue;
    else if (value.length > max) {
      Reflect.set(payload, name, value.slice(0, max));
      violation = `/${name} is far too long`;
    }
  }
  return violation;
}

/**
 * Reads a message leniently. Numbers sent as text become numbers, fractions are rounded where whole numbers are
 * required, unknown and null fields are removed, fields of a wrong type are left out, and far too long ones are cut. It
 * changes the payload in place. Lists of meter values stay as they came. `violation` says what OCPP does not allow, for
 * the log.
 */
export function receive<A extends keyof Actions, S extends Side>(
  action: A,
  side: S,
  payload: unknown,
): { message: Received<Actions[A][S]>; violation?: string } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    return { message: {}, violation: 'the payload is not an object' };
  }
  const cut = trim(payload, sources.get(`urn:${action}.${SUFFIX[side]}`)?.properties ?? {});
  const validate = lenient(action, side);
  if (!validate || validate(payload)) return { message: payload, ...(cut !== undefined && { violation: cut }) };
  const errors = validate.errors ?? [];
  for (const error of errors) if (error.keyword === 'type') repair(payload, error);
  return { message: payload, violation: cut ?? sentenceOf(errors) };
}

/** What is wrong with a message by the letter of OCPP 1.6. Undefined if nothing is. It changes nothing. */
export function problemOf(action: keyof Actions, side: Side, payload: unknown): string | undefined {
  const validate = strict(action, side);
  return validate && !validate(payload) ? sentenceOf(validate.errors ?? []) : undefined;
}

/** Throws if we are about to send a message that OCPP 1.6 does not allow. That is always a bug of ours. */
export function checkSent<A extends keyof Actions, S extends Side>(action: A, side: S, payload: Actions[A][S]): void {
  const problem = problemOf(action, side, payload);
  if (problem !== undefined) throw new TypeError(`${action} ${side} is not OCPP 1.6: ${problem}`);
}

/**
 * Rounds a number that should be whole. For any other error it removes the outermost field, so that the rest has the
 * promised types.
 */
function repair(payload: object, { instancePath, params }: ErrorObject): void {
  const [, field, ...deeper] = instancePath.split('/');
  if (field === undefined) return;
  const name = field.replaceAll('~1', '/').replaceAll('~0', '~');
  const value: unknown = Reflect.get(payload, name);
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const isToBeWhole = isNumber && deeper.length === 0 && params['type'] === 'integer';
  const whole = isToBeWhole ? Math.round(Number(value)) : Number.NaN;
  if (Number.isSafeInteger(whole)) Reflect.set(payload, name, whole);
  else Reflect.deleteProperty(payload, name);
}

function sentenceOf(errors: ErrorObject[]): string {
  return errors
    .slice(0, 3)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is wrong'}`)
    .join('; ');
}

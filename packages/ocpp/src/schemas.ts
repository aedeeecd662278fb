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

/** A validator for each message, compiled when it is first needed: a process meets few of the 78. */
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

/** Lists of samples are read by `readMeterValues`, which finds what is wrong with thousands of them at no cost. */
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
/** Limits are multiples of 0.1, of which computers make 0.30000000000000004. */
const strict = compiler(new Ajv({ strict: false, allErrors: true, multipleOfPrecision: 6 }));

/** Every error of every entry is found, so a list of a megabyte would become errors of a hundred. No charge point has more keys. */
const MAX_ENTRIES = 1000;
/** What a text that OCPP bounds may have at the least, since it is kept and shown although it is too long. */
const MAX_TEXT_LENGTH = 255;

/** How much of a text field is read: as much as OCPP allows or, where that is little, somewhat more. */
function lengthOf(rule: { maxLength?: number; enum?: unknown; format?: string } | undefined): number {
  const isFree = !rule || (rule.maxLength === undefined && !rule.enum && !rule.format);
  return isFree ? Number.POSITIVE_INFINITY : Math.max(MAX_TEXT_LENGTH, rule.maxLength ?? 0);
}

/** Takes away what is null and cuts what is too long to be meant. Answers what was cut. */
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
 * Reads a message leniently: numbers sent as text become numbers, fractions where whole numbers belong are rounded, unknown
 * and null fields go, a field that cannot be read as its type is left out, what is far too long is cut. The payload is
 * changed in place; lists of meter values are left as they came. `violation` says what OCPP does not allow, for the log.
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

/** What OCPP 1.6 does not allow of a message, to the letter; undefined when nothing is wrong. Changes nothing. */
export function problemOf(action: keyof Actions, side: Side, payload: unknown): string | undefined {
  const validate = strict(action, side);
  return validate && !validate(payload) ? sentenceOf(validate.errors ?? []) : undefined;
}

/** Throws when we are about to send what OCPP 1.6 does not allow: a bug of ours, never the other side's. */
export function checkSent<A extends keyof Actions, S extends Side>(action: A, side: S, payload: Actions[A][S]): void {
  const problem = problemOf(action, side, payload);
  if (problem !== undefined) throw new TypeError(`${action} ${side} is not OCPP 1.6: ${problem}`);
}

/** Rounds what should be whole, else takes the outermost field away, so that what stays has the types it promises. */
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

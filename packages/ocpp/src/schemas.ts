import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import schemas from 'ocpp-rpc/lib/schemas/ocpp1_6.json' with { type: 'json' };
import type { CentralSystemActions, ChargePointActions, Received } from './messages.ts';

type Actions = ChargePointActions & CentralSystemActions;
type Side = 'request' | 'answer';

const SUFFIX = { request: 'req', answer: 'conf' } as const;

/** A validator for each message, compiled when it is first needed: a process meets few of the 78. */
function compiler(ajv: Ajv): (action: string, side: Side) => ValidateFunction | undefined {
  formats.default(ajv);
  const sources = new Map<string, object>(schemas.map(({ $id, ...schema }) => [$id, schema]));
  const compiled = new Map<string, ValidateFunction>();
  return (action, side) => {
    const name = `urn:${action}.${SUFFIX[side]}`;
    const ready = compiled.get(name);
    if (ready) return ready;
    const source = sources.get(name);
    if (!source) return undefined;
    const validate = ajv.compile(source);
    compiled.set(name, validate);
    return validate;
  };
}

const lenient = compiler(
  new Ajv({
    strict: false,
    allErrors: true,
    coerceTypes: true,
    removeAdditional: true,
  }),
);
const strict = compiler(new Ajv({ strict: false, allErrors: true }));

/** Whether OCPP 1.6 and its security extension know the action. */
export function isKnownAction(action: string): boolean {
  return schemas.some(({ $id }) => $id === `urn:${action}.req`);
}

/**
 * Reads a message leniently: numbers sent as text become numbers, fractions where whole numbers belong are rounded, unknown
 * and null fields go, a field that cannot be read as its type is left out. The payload is changed in place. `violation` says what OCPP does not allow, for the log.
 */
export function receive<A extends keyof Actions, S extends Side>(
  action: A,
  side: S,
  payload: unknown,
): { message: Received<Actions[A][S]>; violation?: string } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    return { message: {}, violation: 'the payload is not an object' };
  }
  for (const [name, value] of Object.entries(payload)) if (value === null) Reflect.deleteProperty(payload, name);
  const validate = lenient(action, side);
  if (!validate || validate(payload)) return { message: payload };
  const errors = validate.errors ?? [];
  for (const error of errors) if (error.keyword === 'type') repair(payload, error);
  return { message: payload, violation: wordsFor(errors) };
}

/** Throws when we are about to send what OCPP 1.6 does not allow: a bug of ours, never the other side's. */
export function checkSent<A extends keyof Actions, S extends Side>(action: A, side: S, payload: Actions[A][S]): void {
  const validate = strict(action, side);
  if (validate && !validate(payload)) {
    throw new TypeError(`${action} ${side} is not OCPP 1.6: ${wordsFor(validate.errors ?? [])}`);
  }
}

/** Rounds what should be whole, else takes the outermost field away, so that what stays has the types it promises. */
function repair(payload: object, { instancePath, params }: ErrorObject): void {
  const [, field, ...deeper] = instancePath.split('/');
  if (field === undefined) return;
  const name = field.replaceAll('~1', '/').replaceAll('~0', '~');
  const value: unknown = Reflect.get(payload, name);
  const whole = deeper.length === 0 && params['type'] === 'integer' ? Math.round(Number(value)) : Number.NaN;
  if (Number.isSafeInteger(whole)) Reflect.set(payload, name, whole);
  else Reflect.deleteProperty(payload, name);
}

function wordsFor(errors: ErrorObject[]): string {
  return errors
    .slice(0, 3)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is wrong'}`)
    .join('; ');
}

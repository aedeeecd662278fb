/** The framing of OCPP-J 1.6 section 4: CALL, CALLRESULT and CALLERROR as JSON arrays. Pure. */

type RpcErrorCode =
  | 'NotImplemented'
  | 'NotSupported'
  | 'InternalError'
  | 'ProtocolError'
  | 'SecurityError'
  | 'FormationViolation'
  | 'PropertyConstraintViolation'
  | 'OccurenceConstraintViolation'
  | 'TypeConstraintViolation'
  | 'GenericError';

export interface Call {
  kind: 'call';
  id: string;
  /** As it came, for the answer: who writes numbers looks for numbers. */
  answerId: string | number;
  action: string;
  payload: unknown;
  /** The frame as it came, of a very long one the beginning. */
  text: string;
  /** It was too long: what it says of samples was left out. */
  isCut?: true;
}
export interface CallResult {
  kind: 'result';
  id: string;
  payload: unknown;
}
export interface CallError {
  kind: 'error';
  id: string;
  code: string;
  description: string;
  details: unknown;
}
/** Something that is no OCPP frame. With an id it can be answered by a CALLERROR, otherwise only noted. */
export interface Malformed {
  kind: 'malformed';
  id?: string;
  problem: string;
}

/** Answers a CALL with a CALLERROR when a handler throws it. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: RpcErrorCode;

  constructor(code: RpcErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

/** OCPP-J 1.6 section 4.1.4 has 36, and some write more. A longer one is not answered, since the answer would have to repeat it. */
const MAX_ID_LENGTH = 128;
/** OCPP-J 1.6 section 4.2.3. */
const MAX_DESCRIPTION_LENGTH = 255;
/** The longest code that OCPP-J names has 29 characters. */
const MAX_CODE_LENGTH = 50;

/**
 * Reads a frame; never throws, and says of what is wrong nothing that the other side wrote. A missing payload counts as an
 * empty one, a number as an id is read as text. Texts come without control characters, but for the id, which an answer repeats as it is.
 */
export function parseFrame(text: string): Call | CallResult | CallError | Malformed {
  if (hasTooManyParts(text)) {
    const rest = withoutSamples(text);
    const read = rest === undefined || hasTooManyParts(rest) ? undefined : parseFrame(rest);
    if (read?.kind === 'call') return { ...read, text: copyOfStart(text, MAX_TEXT_LENGTH), isCut: true };
    const id = CALL_ID.exec(text)?.[1];
    return { kind: 'malformed', ...(id !== undefined && { id }), problem: 'more lists and objects than a message has' };
  }
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return { kind: 'malformed', problem: 'not JSON' };
  }
  if (!Array.isArray(frame)) return { kind: 'malformed', problem: 'not an array' };
  const [type, rawId] = frame as unknown[];
  const id = typeof rawId === 'number' ? String(rawId) : rawId;
  if (typeof id !== 'string') return { kind: 'malformed', problem: 'no message id' };
  if (id.length > MAX_ID_LENGTH) return { kind: 'malformed', problem: 'the message id is too long' };
  if (MAY_BE_UNFIT.test(text)) makeFit(frame);
  const [, , third, fourth, fifth] = frame as unknown[];

  if (type === 2) {
    if (typeof third !== 'string') return { kind: 'malformed', id, problem: 'no action' };
    if (!isPayload(fourth)) return { kind: 'malformed', id, problem: 'the payload is not an object' };
    return {
      kind: 'call',
      id,
      answerId: typeof rawId === 'number' ? rawId : id,
      action: third,
      payload: fourth ?? {},
      text: copyOfStart(text, MAX_TEXT_LENGTH),
    };
  }
  if (type === 3) return { kind: 'result', id, payload: third ?? {} };
  if (type === 4) {
    return {
      kind: 'error',
      id,
      code: typeof third === 'string' ? copyOfStart(third, MAX_CODE_LENGTH) : 'GenericError',
      description: typeof fourth === 'string' ? copyOfStart(fourth, MAX_DESCRIPTION_LENGTH) : '',
      details: fifth ?? {},
    };
  }
  return { kind: 'malformed', id, problem: 'unknown message type' };
}

/** Some write an empty object as null, or as an empty list. */
function isPayload(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && !(Array.isArray(value) && value.length > 0));
}

/** A slice of a long text holds the whole of it in memory, so what is kept of one is copied. */
const copyOfStart = (text: string, max: number): string =>
  text.length <= max ? text : (JSON.parse(JSON.stringify(text.slice(0, max))) as string);

/** As much of a frame as is kept. */
const MAX_TEXT_LENGTH = 1024 * 1024;
const STOP = /^\s*\[\s*2\s*,\s*"[^"\\]{1,128}"\s*,\s*"StopTransaction"\s*,/;
const SAMPLES_OF_STOP = /"transactionData"\s*:\s*(?=\[)/;

/**
 * A stop without the samples that it repeats, which came as MeterValues too: it would be sent until it is taken. Undefined for all else.
 */
function withoutSamples(text: string): string | undefined {
  const found = STOP.test(text) ? SAMPLES_OF_STOP.exec(text) : null;
  if (!found) return undefined;
  const from = found.index + found[0].length;
  let depth = 0;
  let isText = false;
  for (let index = from; index < text.length; index += 1) {
    const sign = text[index];
    if (isText && sign === '\\') index += 1;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if ((sign === ']' || sign === '}') && (depth -= 1) === 0)
      return `${text.slice(0, from)}[]${text.slice(index + 1)}`;
  }
  return undefined;
}

/** Lists and objects. A megabyte of the shortest samples has 46,000 of them; with more, a frame only takes long to be read. */
const MAX_PARTS = 50_000;
/** The id of a call, where a frame begins as every charge point writes it. */
const CALL_ID = /^\s*\[\s*2\s*,\s*"([^"\\]{1,128})"/;

/** Counts how many begin, which takes a tenth of the time that reading them does. */
function hasTooManyParts(text: string): boolean {
  let parts = 0;
  for (let index = 0; text.length > MAX_PARTS && index < text.length; index += 1) {
    const sign = text[index];
    if ((sign === '[' || sign === '{') && (parts += 1) > MAX_PARTS) return true;
  }
  return false;
}

/** JSON holds control characters and halves of surrogate pairs only as escapes. */
const MAY_BE_UNFIT = /\\(?:u00[01]|u007f|ud[89a-f]|[bf])/i;
const CONTROL = /\p{Cc}/gu;

/**
 * Takes out of every text what no database keeps and no screen shows: charge points pad texts with NUL. Without recursion, since
 * a frame may be as deep as it is long.
 */
function makeFit(frame: unknown[]): void {
  const waiting: object[] = [frame];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const name of Array.isArray(node) ? node.keys() : Object.keys(node)) {
      const value: unknown = Reflect.get(node, name);
      if (typeof value === 'string') Reflect.set(node, name, fit(value));
      else if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
}

function fit(text: string): string {
  return text.toWellFormed().replace(CONTROL, (sign) => (/[\t\n\r]/.test(sign) ? sign : ''));
}

export function formatCall(id: string, action: string, payload: object): string {
  return JSON.stringify([2, id, action, payload]);
}

export function formatResult(id: string | number, payload: object): string {
  return JSON.stringify([3, id, payload]);
}

export function formatError(id: string | number, code: RpcErrorCode, description: string): string {
  return JSON.stringify([4, id, code, description.slice(0, MAX_DESCRIPTION_LENGTH), {}]);
}

/** The frames of OCPP-J 1.6 section 4: CALL, CALLRESULT and CALLERROR as JSON arrays. Pure functions. */

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
  /** The id as received, for the answer: a sender that writes numbers expects numbers. */
  answerId: string | number;
  action: string;
  payload: unknown;
  /** The frame as received. For a very long frame only its beginning. */
  text: string;
  /** True if the frame was too long and its samples were left out. */
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
/** A CALLRESULT that cannot be read. The call has its answer all the same. */
export interface UnreadableResult {
  kind: 'unreadable';
  id: string;
  problem: string;
}
export type Answer = CallResult | CallError | UnreadableResult;
/** A text that is no valid OCPP frame. With an id it can be answered by a CALLERROR. Otherwise it is only logged. */
export interface Malformed {
  kind: 'malformed';
  id?: string;
  problem: string;
}

/** Thrown by a handler to answer a CALL with a CALLERROR. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: RpcErrorCode;

  constructor(code: RpcErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

/** OCPP-J 1.6 section 4.1.4 allows 36, and some charge points send more. A call with a longer id is refused. */
const MAX_ID_LENGTH = 128;
/** A call with an even longer id is not answered, because the answer would have to repeat it. */
const MAX_REPEATED_ID_LENGTH = 1_000;
/** OCPP-J 1.6 section 4.2.3. */
const MAX_DESCRIPTION_LENGTH = 255;
/** The longest error code of OCPP-J has 29 characters. */
const MAX_CODE_LENGTH = 50;

/**
 * Parses a frame. It never throws, and its errors repeat nothing that the other side wrote. A missing payload counts as
 * empty, and a number as an id becomes text. Control characters are removed from all texts except the id, which an
 * answer repeats unchanged. Details of a CALLERROR that are nested too deeply are left out.
 */
export function parseFrame(text: string): Call | Answer | Malformed {
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
  if (id.length > MAX_ID_LENGTH) {
    const canBeAnswered = type === 2 && id.length <= MAX_REPEATED_ID_LENGTH;
    return { kind: 'malformed', ...(canBeAnswered && { id }), problem: 'the message id is too long' };
  }
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
  if (type === 3) {
    if (isTooDeep(third)) return { kind: 'unreadable', id, problem: 'the answer is nested too deeply' };
    return { kind: 'result', id, payload: third ?? {} };
  }
  if (type === 4) {
    return {
      kind: 'error',
      id,
      code: typeof third === 'string' ? copyOfStart(third, MAX_CODE_LENGTH) : 'GenericError',
      description: typeof fourth === 'string' ? copyOfStart(fourth, MAX_DESCRIPTION_LENGTH) : '',
      details: isTooDeep(fifth) ? {} : (fifth ?? {}),
    };
  }
  return { kind: 'malformed', id, problem: 'unknown message type' };
}

/** The deepest answer of OCPP has six levels. `isUnstorable` has its own: packages do not import the server. */
const MAX_DEPTH = 50;

/** True for an answer that those who copy or store it could not walk through. It does not recurse itself. */
function isTooDeep(payload: unknown): boolean {
  let level = [payload];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap((node): unknown[] => (typeof node === 'object' && node !== null ? Object.values(node) : []));
  }
  return level.length > 0;
}

/** Some charge points write an empty object as null or as an empty list. */
function isPayload(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && !(Array.isArray(value) && value.length > 0));
}

/** A slice of a long text keeps the whole text in memory, so the part to keep is copied. */
const copyOfStart = (text: string, max: number): string =>
  text.length <= max ? text : (JSON.parse(JSON.stringify(text.slice(0, max))) as string);

/** Characters of a frame that are kept. */
const MAX_TEXT_LENGTH = 1024 * 1024;
const STOP = /^\s*\[\s*2\s*,\s*"[^"\\]{1,128}"\s*,\s*"StopTransaction"\s*,/;
const SAMPLES_OF_STOP = /"transactionData"\s*:\s*(?=\[)/;

/**
 * A StopTransaction without its samples, which also came as MeterValues. Without this, a charge point would send a
 * frame that is too long again and again. Undefined for all other frames.
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

/**
 * The most lists and objects in one frame. A megabyte of the shortest samples has 46,000. Frames with more would only
 * take long to parse.
 */
const MAX_PARTS = 50_000;
/** The id of a call, in the form in which every charge point begins a frame. */
const CALL_ID = /^\s*\[\s*2\s*,\s*"([^"\\]{1,128})"/;

/** Counts opening brackets. This takes a tenth of the time of parsing. */
function hasTooManyParts(text: string): boolean {
  let parts = 0;
  for (let index = 0; text.length > MAX_PARTS && index < text.length; index += 1) {
    const sign = text[index];
    if ((sign === '[' || sign === '{') && (parts += 1) > MAX_PARTS) return true;
  }
  return false;
}

/** In valid JSON, control characters and halves of surrogate pairs can only be escapes. */
const MAY_BE_UNFIT = /\\(?:u00[01]|u007f|ud[89a-f]|[bf])/i;
const CONTROL = /\p{Cc}/gu;

/**
 * Removes characters from all texts that the database cannot store and no screen shows: charge points pad texts with
 * NUL. It does not recurse, because a frame can be as deep as it is long.
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

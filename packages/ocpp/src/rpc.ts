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
  action: string;
  payload: unknown;
  /** The frame as it came. */
  text: string;
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
}
/** Something that is no OCPP frame. With an id it can be answered by a CALLERROR, otherwise only noted. */
interface Malformed {
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

/** Reads a frame; never throws. A missing payload counts as an empty one, a number as an id is read as text. */
export function parseFrame(text: string): Call | CallResult | CallError | Malformed {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return { kind: 'malformed', problem: 'not JSON' };
  }
  if (!Array.isArray(frame)) return { kind: 'malformed', problem: 'not an array' };
  const [type, rawId, third, fourth] = frame as unknown[];
  const id = typeof rawId === 'number' ? String(rawId) : rawId;
  if (typeof id !== 'string') return { kind: 'malformed', problem: 'no message id' };

  if (type === 2) {
    if (typeof third !== 'string') return { kind: 'malformed', id, problem: 'no action' };
    return { kind: 'call', id, action: third, payload: fourth ?? {}, text };
  }
  if (type === 3) return { kind: 'result', id, payload: third ?? {} };
  if (type === 4) {
    return {
      kind: 'error',
      id,
      code: typeof third === 'string' ? third : 'GenericError',
      description: typeof fourth === 'string' ? fourth : '',
    };
  }
  return { kind: 'malformed', id, problem: `unknown message type ${JSON.stringify(type)}` };
}

export function formatCall(id: string, action: string, payload: object): string {
  return JSON.stringify([2, id, action, payload]);
}

export function formatResult(id: string, payload: object): string {
  return JSON.stringify([3, id, payload]);
}

/** The description is cut to the 255 characters that OCPP-J 1.6 section 4.2.3 allows. */
export function formatError(id: string, code: RpcErrorCode, description: string): string {
  return JSON.stringify([4, id, code, description.slice(0, 255), {}]);
}

/** The payload of a call, letter for letter as it came. */
export function rawPayload({ text, action, payload }: Call): string {
  const name = text.indexOf(`"${action}"`);
  const from = name < 0 ? -1 : text.indexOf('{', name);
  return from < 0 ? JSON.stringify(payload) : text.slice(from, text.lastIndexOf('}') + 1);
}

import { RpcError } from '@bijli/ocpp/rpc';

/** The fields of a message as they came. */
export type Came = Readonly<Record<string, unknown>>;

/** Makers write tags as numbers too. */
const MAY_BE_NUMBER = new Set(['idTag']);

export function fieldsOf(payload: unknown): Came {
  return typeof payload === 'object' && payload !== null ? { ...payload } : {};
}

/**
 * What a message says nothing without, as it was read. Throws the CALLERROR of OCPP-J 1.6 section 4.2.3 where it is missing or is not
 * what it should be: to send the same again would be of no use, so it is never answered as a bug of ours.
 */
export function needed<T>(value: T | undefined, came: Came, name: string): T {
  const told = came[name] ?? undefined;
  if (told === undefined && value === undefined)
    throw new RpcError('OccurenceConstraintViolation', `${name} is missing`);
  const isOtherType = typeof value === 'string' && told !== undefined && typeof told !== 'string';
  if (isOtherType && !MAY_BE_NUMBER.has(name)) throw new RpcError('TypeConstraintViolation', `${name} is no text`);
  if (value !== undefined) return value;
  const isNumber = typeof told === 'number' || (typeof told === 'string' && told !== '' && !Number.isNaN(Number(told)));
  if (isNumber) throw new RpcError('PropertyConstraintViolation', `${name} cannot be right`);
  throw new RpcError('TypeConstraintViolation', `${name} cannot be read`);
}

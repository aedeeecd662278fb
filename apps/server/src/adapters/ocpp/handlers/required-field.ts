import { RpcError } from '@bijli/ocpp/rpc';

/** The fields of a message as received. */
export type ReceivedFields = Readonly<Record<string, unknown>>;

export function fieldsOf(payload: unknown): ReceivedFields {
  return typeof payload === 'object' && payload !== null ? { ...payload } : {};
}

/**
 * Returns a required field as read. Throws the CALLERROR of OCPP-J 1.6 section 4.2.3 if it is missing or unreadable.
 * That tells the charge point not to repeat the message, which an `InternalError` would not.
 */
export function requiredField<T>(value: T | undefined, receivedFields: ReceivedFields, name: string): T {
  const received = receivedFields[name] ?? undefined;
  if (received === undefined && value === undefined)
    throw new RpcError('OccurenceConstraintViolation', `${name} is missing`);
  // Some firmware sends tags, and even its model, as numbers.
  const isOtherType = typeof value === 'string' && typeof received !== 'string' && typeof received !== 'number';
  if (isOtherType) throw new RpcError('TypeConstraintViolation', `${name} is no text`);
  if (value !== undefined) return value;
  throw isNumeric(received)
    ? new RpcError('PropertyConstraintViolation', `${name} cannot be right`)
    : new RpcError('TypeConstraintViolation', `${name} cannot be read`);
}

function isNumeric(received: unknown): boolean {
  return (
    typeof received === 'number' || (typeof received === 'string' && received !== '' && !Number.isNaN(Number(received)))
  );
}

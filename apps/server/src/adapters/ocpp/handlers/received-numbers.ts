const MAX_INT32 = 2 ** 31 - 1;
/** Maximum register, more than the largest charge point delivers in a thousand years. */
const MAX_ENERGY_WH = 1e12;

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? Number(value) : value;
}

/**
 * The transaction id that a charge point reports. Charge points send 0 or -1 for "none", and ids outside int32 cannot
 * be ours. For all of these it is undefined, and the rules find the session.
 */
export function transactionIdIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= MAX_INT32
    ? number
    : undefined;
}

/** True if a number can be a request's id: OCPP's have 32 bits. */
export function isRequestId(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= MAX_INT32;
}

/** The connector number, 0 for the charge point itself. Undefined if it is not a valid number. */
export function connectorIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_INT32
    ? number
    : undefined;
}

/** The register of a meter in Wh. Undefined if it is not a possible value. */
export function registerIn(value: number | undefined): number | undefined {
  return value !== undefined && value >= 0 && value <= MAX_ENERGY_WH ? value : undefined;
}

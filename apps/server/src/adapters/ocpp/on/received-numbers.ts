const MAX_INT32 = 2 ** 31 - 1;
/** As much as meters of samples may have: more than the largest charge point delivers in a thousand years. */
const MAX_ENERGY_WH = 1e12;

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? Number(value) : value;
}

/**
 * A transaction id as a charge point reports it. Charge points write 0 or -1 for "none", and one that no central system can have given
 * (OCPP 1.6 ids are int32) says as little: both are `undefined`, so that the rules find out whose session it is.
 */
export function transactionIdIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= MAX_INT32
    ? number
    : undefined;
}

/** Whether a number may be that of a request: OCPP's have 32 bits. */
export function isRequestId(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= MAX_INT32;
}

/** A connector as a charge point numbers it, 0 being the charge point itself; undefined for what can be no connector. */
export function connectorIn(value: unknown): number | undefined {
  const number = numberIn(value);
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_INT32
    ? number
    : undefined;
}

/** A meter's register; undefined for what no meter shows. */
export function registerIn(value: number | undefined): number | undefined {
  return value !== undefined && Math.abs(value) <= MAX_ENERGY_WH ? value : undefined;
}

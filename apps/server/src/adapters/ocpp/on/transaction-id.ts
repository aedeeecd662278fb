const LARGEST = 2 ** 31 - 1;

/**
 * A transaction id as a charger reports it. Chargers write 0 or -1 for "none", and one that no central system can have given
 * (OCPP 1.6 ids are int32) says as little: both are `undefined`, so that the rules find out whose charge it is.
 */
export function transactionIdIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= LARGEST ? number : undefined;
}

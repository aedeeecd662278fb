import { isUnstorable } from '#db/statements/unstorable.ts';

/** A text of the query; empty if it is missing, given twice, or none that the database takes. */
export function queryText(value: unknown): string {
  return typeof value === 'string' && !isUnstorable(value) ? value : '';
}

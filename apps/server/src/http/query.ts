/** A text of the query; empty when it is missing or named twice, for then it is a list. */
export function queryText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A text of the query; empty if it is missing or given twice. */
export function queryText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** PostgreSQL takes 65,535 parameters in a statement; so a row may have thirteen at the most. */
const ROWS_A_STATEMENT = 5000;

/** Rows in parts, each small enough for one statement. */
export function* inParts<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) yield rows.slice(start, start + ROWS_A_STATEMENT);
}

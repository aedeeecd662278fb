import { sql } from 'drizzle-orm';

/** A column of many rows, as one parameter. */
export function columnOf(values: readonly (string | number | boolean | null | undefined)[]) {
  return sql.param(values.map((value) => value ?? null));
}

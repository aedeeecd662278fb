import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * Whether a column has one of these values. They are one parameter, because a list of parameters would make another statement to
 * prepare for each length. Use `inArray` for a few constant words and for subqueries.
 */
export function isAnyOf(column: SQLWrapper, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`;
}

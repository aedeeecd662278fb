import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * The condition that a column has one of these values. They are one parameter, because with a list of parameters each
 * length would be another statement to prepare. Use `inArray` for a few constant words and for subqueries.
 */
export function isAnyOf(column: SQLWrapper, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`;
}

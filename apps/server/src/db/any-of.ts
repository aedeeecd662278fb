import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * Whether a column has one of these values, which are one parameter however many they are: a list of its own length each time
 * would be a statement of its own to prepare. For a few words that never change, and for what another query finds, `inArray`.
 */
export function isAnyOf(column: SQLWrapper, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param(values)})`;
}

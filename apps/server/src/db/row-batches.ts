import { batchesOf } from '#kernel/batches.ts';

/** PostgreSQL accepts 65,535 parameters in a statement, so a row may have at most thirteen. */
const ROWS_BATCH_SIZE = 5000;

/** Rows in batches, each small enough for one statement. */
export const rowBatches = <T>(rows: readonly T[]): Iterable<T[]> => batchesOf(rows, ROWS_BATCH_SIZE);

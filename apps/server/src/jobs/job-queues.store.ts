import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Tx } from '#db/database.ts';

/** The library's way into a transaction of ours. */
export const executorOf = (tx: Tx) => fromDrizzle(tx, sql);

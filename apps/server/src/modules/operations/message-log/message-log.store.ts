import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Database, Tx } from '#db/database.ts';
import { dropPartitions, makePartitions, type Partitioned } from '#db/migrations/partitions.ts';
import { ASYNC_COMMIT } from '#db/statements/async-commit.ts';
import { ints, texts, timestamps } from '#db/statements/column-arrays.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { chargePointMessages } from '../operations.tables.ts';

export type ChargePointMessage = typeof chargePointMessages.$inferSelect;

const PARTS: Partitioned = { table: 'charger_messages', by: 'said_at', agedBy: 'said_at', each: 'day', ahead: 3 };

const INSERT_MESSAGES = {
  name: 'keep-messages',
  text: `
    insert into charger_messages (charger_id, said_at, direction, action, message_id, frame, answer_code, answer, latency_ms)
    select m.* from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[]) m,
      ${ASYNC_COMMIT}`,
};

/** Inserts whole columns in one statement, which is several times faster than rows. */
export async function insertMessages(pool: Pool, messages: ChargePointMessage[]): Promise<void> {
  const values = [
    texts(messages.map((message) => message.chargePointId)),
    timestamps(messages.map((message) => message.at)),
    texts(messages.map((message) => message.direction)),
    texts(messages.map((message) => message.action)),
    texts(messages.map((message) => message.messageId)),
    texts(messages.map((message) => message.frame)),
    texts(messages.map((message) => message.answerCode)),
    texts(messages.map((message) => message.answer)),
    ints(messages.map((message) => message.latencyMs)),
  ];
  await pool.query({ ...INSERT_MESSAGES, values });
}

/** The latest messages of a charge point, newest first. */
export async function listMessages(
  tx: Tx,
  chargePointId: string,
  { since, until, limit }: { since?: Date | undefined; until?: Date | undefined; limit: number },
): Promise<ChargePointMessage[]> {
  const own = eq(chargePointMessages.chargePointId, chargePointId);
  return tx
    .select()
    .from(chargePointMessages)
    .where(and(own, since && gte(chargePointMessages.at, since), until && lt(chargePointMessages.at, until)))
    .orderBy(desc(chargePointMessages.at))
    .limit(limit);
}

/** Creates the partitions of the coming days. */
export async function createDayPartitions(database: Database, now: Date): Promise<void> {
  await makePartitions(database, PARTS, now);
}

/** Drops the partitions of expired days, and deletes expired messages that had no partition. */
export async function purgeMessages(database: Database, { now, days }: { now: Date; days: number }): Promise<void> {
  await dropPartitions(database, PARTS, new Date(now.getTime() - days * DAY_MS));
}

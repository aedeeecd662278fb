import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The OCPP messages between charge points and the server. A call and its answer are one row. Partitioned by day
 * (`db/partitions.ts`).
 */
export const chargePointMessages = pgTable(
  'charger_messages',
  {
    chargePointId: text('charger_id').notNull(),
    /** When the call was received or sent. */
    at: timestamp('said_at', { withTimezone: true }).notNull(),
    /** `received`: a call by the charge point. `sent`: a call by us. */
    direction: text('direction').$type<'received' | 'sent'>().notNull(),
    /** OCPP action. Null for a frame that is not a valid call. */
    action: text('action'),
    messageId: text('message_id'),
    frame: text('frame').notNull(),
    /** `CALLRESULT`, or the code of the CALLERROR. Null if no answer came. */
    answerCode: text('answer_code'),
    answer: text('answer'),
    latencyMs: integer('latency_ms'),
  },
  (table) => [index('charger_messages_of_charger').on(table.chargePointId, table.at)],
);

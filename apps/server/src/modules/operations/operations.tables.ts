import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * What charge points and the server have said to each other, a call and its answer in one row. In parts of a day
 * (`db/partitions.ts`).
 */
export const chargerMessages = pgTable(
  'charger_messages',
  {
    chargePointId: text('charger_id').notNull(),
    /** When the call was received, or sent. */
    at: timestamp('said_at', { withTimezone: true }).notNull(),
    /** `received` is a call of the charge point, `sent` one of ours. */
    direction: text('direction').$type<'received' | 'sent'>().notNull(),
    /** OCPP action; null for a frame that is no call, or none at all. */
    action: text('action'),
    messageId: text('message_id'),
    frame: text('frame').notNull(),
    /** `CALLRESULT`, or the code of the CALLERROR; null where no answer came. */
    answerCode: text('answer_code'),
    answer: text('answer'),
    latencyMs: integer('latency_ms'),
  },
  (table) => [index('charger_messages_of_charger').on(table.chargePointId, table.at)],
);

import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { chargePoints } from '#modules/network/network.tables.ts';
import type { ListedTags } from './tag-list.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * The local lists of charge points for which the operator has switched them on: tags that may charge without a link.
 */
export const chargePointLists = pgTable('charger_lists', {
  chargePointId: text('charger_id')
    .primaryKey()
    .references(() => chargePoints.id, { onDelete: 'cascade' }),
  /** Version that the charge point has accepted. 0: its list is unknown, and the whole list is sent. */
  version: integer('version').notNull().default(0),
  held: jsonb('held').$type<ListedTags>().notNull().default({}),
  /** The unanswered command: a query for the version, or the update in `pending`. */
  commandId: text('command_id'),
  pending: jsonb('pending').$type<ListedTags>(),
  /** Number of rejected updates since the last accepted one, and when to try again. */
  failures: integer('failures').notNull().default(0),
  retryAt: at('retry_at'),
});

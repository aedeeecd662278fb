import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { chargePoints } from '#modules/network/network.tables.ts';
import type { ListedTags } from './tag-list.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** What charge points hold of tags that charge while they have no link: those for which the operator has switched that on. */
export const chargerLists = pgTable('charger_lists', {
  chargePointId: text('charger_id')
    .primaryKey()
    .references(() => chargePoints.id, { onDelete: 'cascade' }),
  /** Of what it has taken; 0 where nobody knows what it holds, and the whole list is sent. */
  version: integer('version').notNull().default(0),
  held: jsonb('held').$type<ListedTags>().notNull().default({}),
  /** What it was asked and has not answered: for the version of its list, or to take what makes it `pending`. */
  commandId: text('command_id'),
  pending: jsonb('pending').$type<ListedTags>(),
  /** How often it did not take what it was sent, since it last took something, and when it is tried again. */
  failures: integer('failures').notNull().default(0),
  retryAt: at('retry_at'),
});

import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { FixKind } from '@bijli/contract/operator-faults';
import { chargePoints } from '#modules/network/network.tables.ts';
import type { FaultState } from './fault-rule.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Connectors that are not offered to drivers, because the charge point made starts fail there. */
export const connectorFaults = pgTable(
  'connector_faults',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    connector: integer('connector').notNull(),
    /** How the last of the failed starts ended. */
    cause: text('cause').notNull(),
    state: text('state').$type<FaultState>().notNull(),
    openedAt: at('opened_at').notNull(),
    /** When the oldest counted failure was requested. A charge that began later ends the fault. */
    failingSince: at('failing_since').notNull(),
    changedAt: at('changed_at').notNull(),
    /** How often a remote fix was tried. */
    tries: integer('tries').notNull().default(1),
    /** Which of the rule's fixes is next or under way, and the command by which it was asked for. */
    fixIndex: integer('fix').notNull().default(0),
    commandId: text('command_id'),
    endedAt: at('ended_at'),
    /** `start`: a session began there. `operator`: staff ended it. `removed`: the connector no longer exists. */
    endedBy: text('ended_by').$type<'start' | 'operator' | 'removed'>(),
  },
  (table) => [
    uniqueIndex('connector_faults_one_open')
      .on(table.chargePointId, table.connector)
      .where(sql`${table.endedAt} is null`),
    index('connector_faults_opened').on(table.openedAt, table.id),
    check('fault_state', sql`${table.state} in ('fixing', 'out', 'on_trial', 'ended')`),
    check('ended_fault', sql`(${table.endedAt} is null) = (${table.state} <> 'ended')`),
  ],
);

/** The rule by which faults are opened and fixed. Without a row it is `FAULT_RULE`. */
export const faultRules = pgTable('fault_rule', {
  only: boolean('only').primaryKey().default(true),
  drivers: integer('drivers').notNull(),
  withinHours: integer('within_hours').notNull(),
  fixes: jsonb('fixes').$type<FixKind[]>().notNull(),
  tryAgainHours: integer('try_again_hours').notNull(),
});

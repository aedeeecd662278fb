import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { CommandState } from '@bijli/contract/charger-commands';
import { chargePoints } from '#modules/network/network.tables.ts';
import type { HoldingKind, ChargePointTask } from './charge-point-calls.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** For whatever a charge point wants a number of: requests, reservations, charging profiles. */
export const commandNumbers = pgSequence('charger_command_numbers', {
  startWith: 1,
  maxValue: 2_147_483_647,
  cycle: true,
});

/** What charge points were asked by the operator, and what became of it. Its states are in command-state.ts. */
export const chargerCommands = pgTable(
  'charger_commands',
  {
    /** Also the id of the message, by which a late answer is known. */
    id: text('id').primaryKey(),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    /** By the protocol's own name, such as `Reset`. */
    operation: text('operation').notNull(),
    /** As it goes out; secrets are blanked once it has. */
    payload: jsonb('payload').$type<object>().notNull(),
    /** Who asked, such as `command line`. */
    askedBy: text('asked_by').notNull(),
    /** By which the one who asked recognises it. */
    idempotencyKey: text('idempotency_key'),
    /** It may do what needs `force`. */
    isForced: boolean('forced').notNull().default(false),
    /** The hash of the secret that it has given the charge point: its answer settles that one and no other. */
    secretHash: text('secret_hash'),
    /** Of what was asked, to tell another request under the same key. */
    requestHash: text('request_hash').notNull(),
    state: text('state').$type<CommandState>().notNull(),
    /** Why it was refused, failed or has no answer. */
    problem: text('problem'),
    askedAt: at('asked_at').notNull(),
    /** It is not sent after this. */
    deadlineAt: at('deadline_at').notNull(),
    /** Whether it waits for the link of a charge point that is offline. */
    isPatient: boolean('patient').notNull(),
    sentAt: at('sent_at'),
    answeredAt: at('answered_at'),
    /** The charge point's answer as it came, its fields in their order. */
    answer: json('answer').$type<unknown>(),
    /** Of an answer that is an error, as it came. */
    errorCode: text('error_code'),
    /** It came when it was not waited for any more. */
    isLate: boolean('late').notNull().default(false),
    /** What it waits for after the answer; null where nothing follows. */
    task: text('job').$type<ChargePointTask>(),
    requestId: integer('request_id'),
    /** What the charge point ran when it was sent an update: another version at a boot proves it done. */
    firmwareBefore: text('firmware_before'),
    followUntilAt: at('follow_until'),
    endedAt: at('ended_at'),
  },
  (table) => [
    index('charger_commands_of_charger').on(table.chargePointId, table.askedAt),
    index('charger_commands_open')
      .on(table.chargePointId, table.state)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex('charger_commands_one_a_key')
      .on(table.askedBy, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    check(
      'command_state',
      sql`${table.state} in ('asked', 'sent', 'following', 'done', 'failed', 'refused', 'error', 'timed_out')`,
    ),
    check('ended_command', sql`(${table.endedAt} is null) = (${table.state} in ('asked', 'sent', 'following'))`),
  ],
);

/** What a charge point told later of what it was asked, in order. */
export const commandFollowUps = pgTable(
  'charger_command_follow_ups',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    commandId: text('command_id')
      .notNull()
      .references(() => chargerCommands.id, { onDelete: 'cascade' }),
    at: at('told_at').notNull(),
    /** The message, such as `FirmwareStatusNotification`. */
    action: text('action').notNull(),
    payload: jsonb('payload').$type<object>().notNull(),
  },
  (table) => [index('charger_command_follow_ups_of_command').on(table.commandId)],
);

/** What charge points told of their own security. */
export const chargerSecurityEvents = pgTable(
  'charger_security_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    /** By the charge point's clock. */
    at: at('happened_at').notNull(),
    techInfo: text('tech_info'),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [index('charger_security_events_of_charger').on(table.chargePointId, table.receivedAt)],
);

/** What charge points hold of ours by their own word. */
export const chargerHoldings = pgTable(
  'charger_holdings',
  {
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    heldKind: text('what').$type<HoldingKind>().notNull(),
    /** What tells one from another: a profile's id, a connector. */
    key: text('key').notNull(),
    value: jsonb('value').$type<Record<string, unknown>>().notNull(),
    toldAt: at('told_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargePointId, table.heldKind, table.key] }),
    index('charger_holdings_reservations')
      .on(table.chargePointId)
      .where(sql`${table.heldKind} = 'reservation'`),
  ],
);

/** The root that signs certificates of charge points, with its key; made once, because charge points keep it. */
export const certificateRoots = pgTable('certificate_roots', {
  only: boolean('only').primaryKey().default(true),
  certificate: text('certificate').notNull(),
  privateKey: text('private_key').notNull(),
});

/** Certificates that were signed for charge points. */
export const chargerCertificates = pgTable(
  'charger_certificates',
  {
    /** In hex. */
    serial: text('serial').primaryKey(),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    /** Whom it names: the identity, or the device's serial number. */
    name: text('name').notNull(),
    /** SHA-256 of the key that it is for. */
    keyHash: text('key_hash').notNull(),
    /** SHA-256 of the certificate. */
    fingerprint: text('fingerprint').notNull(),
    certificate: text('certificate').notNull(),
    validFrom: at('valid_from').notNull(),
    validUntil: at('valid_until').notNull(),
    /** When a link first showed it. */
    seenAt: at('seen_at'),
    /** By which it was sent last: what became of that is what the charge point said of it. */
    commandId: text('command_id').references(() => chargerCommands.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('charger_certificates_of_charger').on(table.chargePointId, table.validUntil),
    uniqueIndex('charger_certificates_one_a_fingerprint').on(table.fingerprint),
  ],
);

/** Certificates that no charge point may come with, whoever has signed them; their fingerprints. */
export const revokedCertificates = pgTable('revoked_certificates', {
  fingerprint: text('fingerprint').primaryKey(),
  revokedAt: at('revoked_at').notNull(),
});

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
import type { CommandState } from '@bijli/contract/operator-commands';
import { chargePoints } from '#modules/network/network.tables.ts';
import type { AppliedStateKind, ChargePointTask } from './charge-point-calls.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Source of the numbers that charge points want for requests, reservations and charging profiles. */
export const commandNumbers = pgSequence('charger_command_numbers', {
  startWith: 1,
  maxValue: 2_147_483_647,
  cycle: true,
});

/** Commands that the operator has sent to charge points, and their outcome. The states are in command-state.ts. */
export const chargePointCommands = pgTable(
  'charger_commands',
  {
    /** Also the OCPP message id, which matches a late answer to its command. */
    id: text('id').primaryKey(),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    /** Name of the OCPP action, such as `Reset`. */
    operation: text('operation').notNull(),
    /** The payload as it is sent. Secrets are blanked once it has been sent. */
    payload: jsonb('payload').$type<object>().notNull(),
    /** Name of the caller, such as `command line`. */
    askedBy: text('asked_by').notNull(),
    /** The caller's own key for this request. */
    idempotencyKey: text('idempotency_key'),
    /** The caller has confirmed an operation that needs `force`. */
    isForced: boolean('forced').notNull().default(false),
    /** Hash of the secret that this command sets. The answer activates or drops that secret and no other. */
    secretHash: text('secret_hash'),
    /** Hash of the request, to detect another request under the same key. */
    requestHash: text('request_hash').notNull(),
    state: text('state').$type<CommandState>().notNull(),
    /** Why the command was refused, failed or has no answer. */
    problem: text('problem'),
    askedAt: at('asked_at').notNull(),
    /** The command is not sent after this. */
    deadlineAt: at('deadline_at').notNull(),
    /** True if the command waits for a charge point that is offline. */
    isPatient: boolean('patient').notNull(),
    sentAt: at('sent_at'),
    answeredAt: at('answered_at'),
    /** The charge point's answer, unchanged and with its fields in their order. */
    answer: json('answer').$type<unknown>(),
    /** Code of a CALLERROR, unchanged. */
    errorCode: text('error_code'),
    /** The answer came after its timeout. */
    isLate: boolean('late').notNull().default(false),
    /** The kind of report that the command waits for after its answer. Null if none follows. */
    task: text('job').$type<ChargePointTask>(),
    requestId: integer('request_id'),
    /** Firmware version when the update was sent. Another version at a restart shows that the update succeeded. */
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

/** Reports that followed a command, in order. */
export const commandFollowUps = pgTable(
  'charger_command_follow_ups',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    commandId: text('command_id')
      .notNull()
      .references(() => chargePointCommands.id, { onDelete: 'cascade' }),
    at: at('told_at').notNull(),
    /** Name of the OCPP message, such as `FirmwareStatusNotification`. */
    action: text('action').notNull(),
    payload: jsonb('payload').$type<object>().notNull(),
  },
  (table) => [index('charger_command_follow_ups_of_command').on(table.commandId)],
);

/** Security events that charge points have reported. */
export const chargePointSecurityEvents = pgTable(
  'charger_security_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    /** Time of the event by the charge point's clock. */
    at: at('happened_at').notNull(),
    techInfo: text('tech_info'),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [index('charger_security_events_of_charger').on(table.chargePointId, table.receivedAt)],
);

/** Things that we have given charge points and that they have confirmed. */
export const appliedStates = pgTable(
  'charger_holdings',
  {
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    stateKind: text('what').$type<AppliedStateKind>().notNull(),
    /** Key within the kind, such as a profile's id or a connector number. */
    key: text('key').notNull(),
    value: jsonb('value').$type<Record<string, unknown>>().notNull(),
    appliedAt: at('told_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargePointId, table.stateKind, table.key] }),
    index('charger_holdings_reservations')
      .on(table.chargePointId)
      .where(sql`${table.stateKind} = 'reservation'`),
  ],
);

/**
 * The root certificate that signs charge points' certificates, with its key. It is created once, because charge points
 * store it.
 */
export const certificateRoots = pgTable('certificate_roots', {
  only: boolean('only').primaryKey().default(true),
  certificate: text('certificate').notNull(),
  privateKey: text('private_key').notNull(),
});

/** Certificates that we have signed for charge points. */
export const chargePointCertificates = pgTable(
  'charger_certificates',
  {
    /** Serial number, in hex. */
    serial: text('serial').primaryKey(),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    /** Common name (CN): the charge point's identity or its device serial number. */
    name: text('name').notNull(),
    /** SHA-256 of the public key. */
    keyHash: text('key_hash').notNull(),
    /** SHA-256 of the certificate. */
    fingerprint: text('fingerprint').notNull(),
    certificate: text('certificate').notNull(),
    validFrom: at('valid_from').notNull(),
    validUntil: at('valid_until').notNull(),
    /** When a charge point first connected with it. */
    firstUsedAt: at('seen_at'),
    /**
     * The command that last sent the certificate. The command's outcome tells whether the charge point has installed
     * it.
     */
    commandId: text('command_id').references(() => chargePointCommands.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('charger_certificates_of_charger').on(table.chargePointId, table.validUntil),
    uniqueIndex('charger_certificates_one_a_fingerprint').on(table.fingerprint),
  ],
);

/** Fingerprints of certificates that no charge point may connect with, whoever has signed them. */
export const revokedCertificates = pgTable('revoked_certificates', {
  fingerprint: text('fingerprint').primaryKey(),
  revokedAt: at('revoked_at').notNull(),
});

/**
 * The OCPP messages between charge points and the server. A call and its answer are one row. Partitioned by day
 * (`db/migrations/partitions.ts`).
 */
export const chargePointMessages = pgTable(
  'charger_messages',
  {
    chargePointId: text('charger_id').notNull(),
    /** When the call was received or sent. */
    at: at('said_at').notNull(),
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

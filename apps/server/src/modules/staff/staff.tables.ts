import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Permission, StaffRole } from '@bijli/contract/operator';
import type { AuditOutcome, AuditActor } from '#http/calls/operator.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const ofStaff = (name: string) => bigint(name, { mode: 'number' }).references(() => staff.id);
const ROLES = sql.raw(`'owner', 'operations', 'finance', 'support', 'technician', 'viewer'`);

/** The operator's people. Rows stay, because the audit names them. */
export const staff = pgTable(
  'staff',
  {
    id: id(),
    /** In lower case. */
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    role: text('role').$type<StaffRole>().notNull(),
    /** Null for all. */
    stationIds: text('station_ids').array(),
    /** Null until the invitation is accepted. */
    passwordHash: text('password_hash'),
    /** The authenticator's secret. Null until it is set up. */
    codeSecret: text('code_secret'),
    /** The time step of the last code, because no code is accepted twice. */
    codeStep: bigint('code_step', { mode: 'number' }),
    /** Null if there is no open invitation. */
    invitationHash: text('invitation_hash').unique(),
    invitedUntil: at('invited_until'),
    createdAt: at('created_at').notNull(),
    disabledAt: at('disabled_at'),
  },
  (table) => [
    check('staff_email_in_small_letters', sql`${table.email} = lower(${table.email})`),
    check('staff_role', sql`${table.role} in (${ROLES})`),
  ],
);

/** Sign-ins whose password was right and whose code is still missing, by the hash of the ticket. */
export const staffTickets = pgTable('staff_tickets', {
  ticketHash: text('ticket_hash').primaryKey(),
  staffId: ofStaff('staff_id').notNull(),
  /** A secret that an authenticator must confirm. Null once it has. */
  newSecret: text('new_secret'),
  expiresAt: at('expires_at').notNull(),
});

/**
 * Sign-ins of staff by the hash of their token. Ended ones stay for a while, because they show from where a person has
 * signed in.
 */
export const staffSignIns = pgTable(
  'staff_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    staffId: ofStaff('staff_id').notNull(),
    address: text('address').notNull(),
    createdAt: at('created_at').notNull(),
    usedAt: at('used_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('staff_sign_ins_staff').on(table.staffId)],
);

/** Recent wrong passwords and codes, with whatever e-mail was typed. */
export const signInAttempts = pgTable(
  'staff_tries',
  {
    id: id(),
    email: text('email').notNull(),
    address: text('address').notNull(),
    at: at('at').notNull(),
  },
  (table) => [index('staff_tries_email').on(table.email), index('staff_tries_address').on(table.address)],
);

/** API tokens by their hash. Rows stay, because the audit names them. */
export const apiTokens = pgTable('api_tokens', {
  id: id(),
  tokenHash: text('token_hash').notNull().unique(),
  name: text('name').notNull(),
  role: text('role').$type<StaffRole>().notNull(),
  /** Null for all of its role. */
  permissions: text('permissions').array().$type<Permission[]>(),
  /** Null for all. */
  stationIds: text('station_ids').array(),
  createdBy: ofStaff('created_by').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
  revokedAt: at('revoked_at'),
});

/** Who did what, and who was refused. Append-only. */
export const auditLines = pgTable(
  'audit_lines',
  {
    id: id(),
    at: at('at').notNull(),
    whoKind: text('who_kind').$type<AuditActor['kind']>().notNull(),
    /** Id in `staff` or `api_tokens`. */
    whoId: bigint('who_id', { mode: 'number' }),
    whoName: text('who_name').notNull(),
    role: text('role').$type<StaffRole>(),
    action: text('action').notNull(),
    outcome: text('outcome').$type<AuditOutcome>().notNull(),
    code: text('code'),
    object: text('object').notNull(),
    reason: text('reason').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    /** Empty for the command line. */
    address: text('address').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('audit_lines_newest').on(table.at),
    index('audit_lines_object').on(table.object, table.at),
    index('audit_lines_who').on(table.whoName, table.at),
  ],
);

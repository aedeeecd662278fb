import * as z from 'zod/mini';
import { next, pageQuery } from '../paging.ts';
import { shownText } from '../text/shown-text.ts';
import { ok, operatorCall, PERMISSIONS, STAFF_ROLES, type Permission } from './operator.ts';

export const staffRole = z.enum(STAFF_ROLES);
export const permission = z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]]);
/** Why the caller does it, for the audit. */
export const reason = z.optional(shownText.check(z.maxLength(500)));
const stationIds = z.array(z.string()).check(z.minLength(1), z.maxLength(500));
/** The id of a row in a path. */
const rowId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

/** The answer to a correct password: the next step, to be taken within five minutes. */
const signInStep = z.object({
  success: z.literal(true),
  /** Send it back with the code. */
  ticket: z.string(),
  /** `set_up`: add the secret to an authenticator first, then prove it with the code that it shows. */
  next: z.enum(['code', 'set_up']),
  /** Only with `set_up`: the secret for an authenticator, to type or to show as a QR code. */
  secret: z.optional(z.string()),
  otpauth_url: z.optional(z.string()),
});

const credential = z.object({
  kind: z.enum(['staff', 'token']),
  id: z.string(),
  /** Name of the person or of the token. */
  name: z.string(),
  /** E-mail of the person. Missing for a token. */
  email: z.optional(z.string()),
  role: staffRole,
  permissions: z.array(permission),
  /** Stations that the credential is limited to. Null if it is not limited. */
  station_ids: z.nullable(z.array(z.string())),
});

const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  role: staffRole,
  permissions: z.array(permission),
  station_ids: z.nullable(z.array(z.string())),
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
});

const person = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: staffRole,
  station_ids: z.nullable(z.array(z.string())),
  /** `invited`: no password is set yet. */
  state: z.enum(['invited', 'active', 'disabled']),
  has_second_factor: z.boolean(),
  last_here_at: z.nullable(z.string()),
});

/** Shown once. It sets the password within 48 hours. */
const invitation = { invitation: z.string(), invited_until: z.string() };

const auditLine = z.object({
  id: z.string(),
  at: z.string(),
  who: z.object({
    kind: z.enum(['staff', 'token', 'command_line', 'nobody']),
    id: z.nullable(z.string()),
    name: z.string(),
    role: z.nullable(staffRole),
  }),
  action: z.string(),
  /** `denied`: no permission. `refused`: permitted, but a rule forbids it. `failed`: an error occurred. */
  outcome: z.enum(['done', 'denied', 'refused', 'failed']),
  /** Code of the refusal. */
  code: z.nullable(z.string()),
  object: z.string(),
  reason: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Network address of the caller. Empty for the command line. */
  address: z.string(),
  request_id: z.string(),
});

export const staff = {
  staffSignIn: operatorCall('POST', '/sign-in', {
    area: 'staff',
    limit: 'sign-in',
    permission: 'none',
    action: 'sign-in',
    stations: 'none',
    summary:
      'The first step of signing in: e-mail and password. The answer says whether a code is asked for, or to be set up.',
    body: z.object({ email: z.string(), password: z.string() }),
    reply: signInStep,
  }),
  acceptInvitation: operatorCall('POST', '/sign-in/invitation', {
    area: 'staff',
    limit: 'sign-in',
    permission: 'none',
    action: 'staff.accept-invitation',
    stations: 'none',
    summary: 'Sets the password of somebody who was invited, once and within 48 hours, and begins the first sign-in.',
    body: z.object({ invitation: z.string(), password: z.string() }),
    reply: signInStep,
  }),
  staffSignInCode: operatorCall('POST', '/sign-in/code', {
    area: 'staff',
    limit: 'sign-in',
    permission: 'none',
    action: 'sign-in',
    stations: 'none',
    summary:
      'The second step: the code of the authenticator. The token is the bearer token of every other call; it ends after 12 hours, or an hour without a call.',
    body: z.object({ ticket: z.string(), code: z.string() }),
    reply: z.object({ success: z.literal(true), token: z.string(), expires_at: z.string(), staff: credential }),
  }),
  staffSignOut: operatorCall('POST', '/sign-out', {
    area: 'staff',
    limit: 'write',
    permission: 'any',
    action: 'sign-out',
    stations: 'none',
    summary: 'Ends this sign-in, or every one of the person. A token is revoked instead.',
    body: z.object({ everywhere: z.optional(z.boolean()) }),
    reply: ok,
  }),
  me: operatorCall('GET', '/me', {
    area: 'staff',
    limit: 'read',
    permission: 'any',
    action: 'staff.me',
    stations: 'none',
    summary: 'Who calls, and what may be done.',
    reply: z.object({ success: z.literal(true), me: credential }),
  }),
  changePassword: operatorCall('POST', '/me/password', {
    area: 'staff',
    limit: 'sign-in',
    permission: 'any',
    action: 'staff.password',
    stations: 'none',
    summary:
      'Changes the password of who has signed in, and ends every other sign-in of that person. Refused with `password_wrong`, `password_weak`, `sign_in_paused`.',
    body: z.object({ password: z.string(), new_password: z.string() }),
    reply: ok,
  }),
  listApiTokens: operatorCall('GET', '/api-tokens', {
    area: 'staff',
    limit: 'read',
    permission: 'staff.manage',
    action: 'api-token.list',
    stations: 'whole-network',
    summary: 'API tokens, newest first; those that have ended too.',
    reply: z.object({ success: z.literal(true), tokens: z.array(apiToken) }),
  }),
  createApiToken: operatorCall('POST', '/api-tokens', {
    area: 'staff',
    limit: 'write',
    permission: 'staff.manage',
    action: 'api-token.create',
    stations: 'whole-network',
    summary:
      'Makes a token for a program: of any role but owner, or of less than its role allows, for all stations or some, for 365 days at most. It is told once.',
    body: z.object({
      name: shownText.check(z.minLength(1), z.maxLength(80)),
      role: z.enum(['operations', 'finance', 'support', 'technician', 'viewer']),
      /** Some of the permissions of its role. All of them when missing. */
      permissions: z.optional(z.array(permission).check(z.minLength(1))),
      station_ids: z.optional(stationIds),
      /** Days; 90 when missing. */
      expires_in_days: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
      reason,
    }),
    reply: z.object({ success: z.literal(true), token: z.string(), api_token: apiToken }),
  }),
  revokeApiToken: operatorCall('POST', '/api-tokens/:token_id/revoke', {
    area: 'staff',
    limit: 'write',
    permission: 'staff.manage',
    action: 'api-token.revoke',
    stations: 'whole-network',
    summary: 'Ends a token at once.',
    params: z.object({ token_id: rowId }),
    body: z.object({ reason }),
    reply: ok,
  }),
  listStaff: operatorCall('GET', '/staff', {
    area: 'staff',
    limit: 'read',
    permission: 'staff.manage',
    action: 'staff.list',
    stations: 'whole-network',
    summary: 'Who works for the operator, by e-mail.',
    reply: z.object({ success: z.literal(true), staff: z.array(person) }),
  }),
  inviteStaff: operatorCall('POST', '/staff', {
    area: 'staff',
    limit: 'write',
    permission: 'staff.manage',
    action: 'staff.invite',
    stations: 'whole-network',
    summary: 'Invites somebody. The invitation is told once, to be handed on.',
    body: z.object({
      email: z.string(),
      name: shownText.check(z.minLength(1), z.maxLength(80)),
      role: staffRole,
      station_ids: z.optional(stationIds),
      reason,
    }),
    reply: z.object({ success: z.literal(true), id: z.string(), ...invitation }),
  }),
  changeStaff: operatorCall('POST', '/staff/:staff_id', {
    area: 'staff',
    limit: 'write',
    permission: 'staff.manage',
    action: 'staff.change',
    stations: 'whole-network',
    summary: 'Changes name, role or stations; what is left out stays. The last owner stays one.',
    params: z.object({ staff_id: rowId }),
    body: z.object({
      name: z.optional(shownText.check(z.minLength(1), z.maxLength(80))),
      role: z.optional(staffRole),
      /** Null: all stations. */
      station_ids: z.optional(z.nullable(stationIds)),
      reason,
    }),
    reply: ok,
  }),
  disableStaff: operatorCall('POST', '/staff/:staff_id/disable', {
    area: 'staff',
    limit: 'write',
    permission: 'staff.manage',
    action: 'staff.disable',
    stations: 'whole-network',
    summary:
      'Ends every sign-in of a person, and the API tokens that the person made. The last owner cannot be disabled.',
    params: z.object({ staff_id: rowId }),
    body: z.object({ reason }),
    reply: z.object({ success: z.literal(true), revoked_tokens: z.int() }),
  }),
  resetStaff: operatorCall('POST', '/staff/:staff_id/reset', {
    area: 'staff',
    limit: 'write',
    permission: 'staff.manage',
    action: 'staff.reset',
    stations: 'whole-network',
    summary:
      'Takes a lost second factor away: the next sign-in sets one up. With `password` that goes as well, and an invitation sets another; somebody who was disabled is back by it.',
    params: z.object({ staff_id: rowId }),
    body: z.object({ password: z.optional(z.boolean()), reason }),
    reply: z.extend(ok, z.partial(z.object(invitation)).shape),
  }),
  listAudit: operatorCall('GET', '/audit', {
    area: 'staff',
    limit: 'read',
    permission: 'audit.see',
    action: 'audit.list',
    stations: 'whole-network',
    summary: 'Who did what, and who was not allowed to, newest first. Nothing in it can be changed or removed.',
    query: z.object({
      ...pageQuery,
      /** The exact name of an action, such as `api-token.create`. */
      action: z.optional(z.string()),
      /** The object of the action, such as `charger FAST-1`. */
      object: z.optional(z.string()),
      /** E-mail of a person, or name of a token. */
      who: z.optional(z.string()),
      outcome: z.optional(z.enum(['done', 'denied', 'refused', 'failed'])),
    }),
    reply: z.object({ success: z.literal(true), audit: z.array(auditLine), next }),
  }),
};

/** A signed-in caller, as staff and programs see it. */
export type Credential = z.infer<typeof credential>;
export type PersonReply = z.infer<typeof person>;
export type ApiTokenReply = z.infer<typeof apiToken>;
export type AuditLineReply = z.infer<typeof auditLine>;

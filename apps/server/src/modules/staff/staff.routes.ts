import { permissionsOf } from '@bijli/contract/operator';
import { operatorApi } from '@bijli/contract/operator-api';
import type { ApiTokenReply, AuditLineReply, Credential, PersonReply } from '@bijli/contract/staff';
import { bearerOf } from '#http/caller.ts';
import type { OperatorHttp, StaffCaller } from '#http/calls/operator.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import type { AuditLine, Invitation, ListedApiToken, ListedPerson, Staff } from './index.ts';

/** The operator's endpoints for signing in, people, API tokens and the audit. */
export function staffRoutes({ serveOperator }: OperatorHttp, staff: Staff): void {
  async function described(caller: StaffCaller): Promise<Credential> {
    const { kind, id, name, role, permissions, stationIds } = caller;
    const person = kind === 'staff' ? await staff.findPerson(id) : undefined;
    return {
      kind,
      id: String(id),
      name: person?.name ?? name,
      ...(person && { email: person.email }),
      role,
      permissions: [...permissions],
      station_ids: stationIds ? [...stationIds] : null,
    };
  }

  serveOperator(operatorApi.staffSignIn, async ({ body, ...call }) => stepOf(await staff.startSignIn(body, call)));

  serveOperator(operatorApi.acceptInvitation, async ({ body, ...call }) =>
    stepOf(await staff.acceptInvitation(body, call)),
  );

  serveOperator(operatorApi.staffSignInCode, async ({ body, ...call }) => {
    const { token, expiresAt } = await staff.signIn(body, call);
    const caller = await staff.authenticate(token);
    if (!caller) throw new Error('A sign-in is not there once it is made.');
    return { token, expires_at: expiresAt.toISOString(), staff: await described(caller) };
  });

  serveOperator(operatorApi.staffSignOut, async ({ body, staff: caller, request }) => {
    if (caller.kind === 'staff') await staff.signOut(bearerOf(request), caller.id, body.everywhere === true);
    return {};
  });

  serveOperator(operatorApi.me, async ({ staff: caller }) => ({ me: await described(caller) }));

  serveOperator(operatorApi.changePassword, async ({ body, staff: caller, request, ...call }) => {
    if (caller.kind !== 'staff') refuseHttp('not_allowed');
    const { password, new_password: newPassword } = body;
    await staff.changePassword({ token: bearerOf(request), password, newPassword }, caller, call);
    return {};
  });

  serveOperator(operatorApi.listApiTokens, async () => ({ tokens: (await staff.listApiTokens()).map(tokenReply) }));

  serveOperator(operatorApi.createApiToken, async ({ body, staff: maker, ...call }) => {
    const { name, role, permissions, station_ids: stationIds, expires_in_days: days } = body;
    const { token, row } = await staff.createApiToken({ name, role, permissions, stationIds, days }, maker, call);
    return { token, api_token: tokenReply(row) };
  });

  serveOperator(operatorApi.revokeApiToken, async ({ params, ...call }) => {
    await staff.revokeApiToken(Number(params.token_id), call);
    return {};
  });

  serveOperator(operatorApi.listStaff, async () => ({ staff: (await staff.listStaff()).map(personReply) }));

  serveOperator(operatorApi.inviteStaff, async ({ body, ...call }) => {
    const { email, name, role, station_ids: stationIds = null } = body;
    const { person, ...invitation } = await staff.inviteStaff({ email, name, role, stationIds }, call);
    return { id: String(person.id), ...invitationReply(invitation) };
  });

  serveOperator(operatorApi.changeStaff, async ({ body, params, ...call }) => {
    const { name, role, station_ids: stationIds } = body;
    const change = {
      ...(name !== undefined && { name }),
      ...(role !== undefined && { role }),
      ...(stationIds !== undefined && { stationIds }),
    };
    await staff.changeStaff(Number(params.staff_id), change, call);
    return {};
  });

  serveOperator(operatorApi.disableStaff, async ({ params, ...call }) => {
    const { revokedTokens } = await staff.disableStaff(Number(params.staff_id), call);
    return { revoked_tokens: revokedTokens };
  });

  serveOperator(operatorApi.resetStaff, async ({ body, params, ...call }) => {
    const renewed = await staff.resetStaff(Number(params.staff_id), body.password === true, call);
    return renewed ? invitationReply(renewed) : {};
  });

  serveOperator(operatorApi.listAudit, async ({ query }) => {
    const { rows, next } = await staff.listAudit(query, query);
    return { audit: rows.map(auditReply), ...(next && { next }) };
  });
}

function stepOf({ ticket, setUp }: Awaited<ReturnType<Staff['startSignIn']>>) {
  const next = setUp ? ('set_up' as const) : ('code' as const);
  return { ticket, next, ...(setUp && { secret: setUp.secret, otpauth_url: setUp.url }) };
}

function invitationReply({ invitation, invitedUntil }: Invitation) {
  return { invitation, invited_until: invitedUntil.toISOString() };
}

function personReply({ id, lastHereAt, passwordHash, disabledAt, codeSecret, ...person }: ListedPerson): PersonReply {
  const { email, name, role, stationIds } = person;
  return {
    id: String(id),
    email,
    name,
    role,
    station_ids: stationIds,
    state: disabledAt ? 'disabled' : passwordHash === null ? 'invited' : 'active',
    has_second_factor: codeSecret !== null,
    last_here_at: lastHereAt?.toISOString() ?? null,
  };
}

function tokenReply(token: ListedApiToken): ApiTokenReply {
  return {
    id: String(token.id),
    name: token.name,
    role: token.role,
    permissions: token.permissions ?? permissionsOf(token.role),
    station_ids: token.stationIds,
    created_by: token.createdByEmail,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.usedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}

function auditReply({ id, at, who, requestId, ...line }: AuditLine): AuditLineReply {
  return {
    ...line,
    id: String(id),
    at: at.toISOString(),
    who: { ...who, id: who.id === null ? null : String(who.id) },
    request_id: requestId,
  };
}

import { generateSync } from 'otplib/functional';
import { createOperatorClient, type Client } from '@bijli/contract/client';
import type { StaffRole } from '@bijli/contract/operator';
import type { OperatorApi } from '@bijli/contract/operator-api';
import type { Recorder } from '#http/calls/operator.ts';
import { systemClock, type Clock } from '#kernel/clock.ts';
import type { Staff } from '#modules/staff/index.ts';

/** A cost at which hashing a password takes less than a millisecond. */
export const QUICK_COST = { N: 2 ** 6, r: 8, p: 1 };
export const STAFF_PASSWORD = 'correct horse battery';
/** For calls of rules without the API. */
export const NO_AUDIT: Recorder = { note: () => undefined, record: async () => undefined };

export type Operator = Client<OperatorApi> & { email: string; secret: string };

/**
 * Creates a member of staff with a role, who has accepted the invitation, set up an authenticator and signed in, over
 * HTTP.
 */
export async function staffOf(
  { app, url, clock = systemClock }: { app: { modules: { staff: Staff } }; url: string; clock?: Clock },
  role: StaffRole,
  { email = `${role}@bijli.example`, stationIds = null }: { email?: string; stationIds?: string[] | null } = {},
): Promise<Operator> {
  const about = { email, name: `Any ${role}`, role, stationIds };
  const { invitation } = await app.modules.staff.inviteStaff(about, NO_AUDIT);
  const client = createOperatorClient(url);
  const step = await client.ask('acceptInvitation', { body: { invitation, password: STAFF_PASSWORD } });
  const secret = step.secret ?? '';
  const code = codeOf(secret, clock.now());
  const { token } = await client.ask('staffSignInCode', { body: { ticket: step.ticket, code } });
  client.token = token;
  return Object.assign(client, { email, secret });
}

/** The code that an authenticator shows at a moment. */
export function codeOf(secret: string, at: Date): string {
  return generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });
}

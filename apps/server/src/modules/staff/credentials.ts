import { permissionsOf, type Permission } from '@bijli/contract/operator';
import type { Database } from '#db/database.ts';
import type { StaffCaller } from '#http/calls/operator.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import { API_TOKEN_PREFIX } from './api-tokens.ts';
import { STAFF_TOKEN_PREFIX } from './sign-in.ts';
import * as store from './staff.store.ts';

/** A sign-in that was not used for this long ends. */
const IDLE_MS = HOUR_MS;
/** The last use is stored at most this often. */
const USE_EVERY_MS = MINUTE_MS;

interface Look {
  now: Date;
  /** True if this counts as a use of the credential. */
  isUse: boolean;
}

/** The owner of a credential. Undefined if it is unknown, expired or ended. */
export async function authenticate(database: Database, look: Look, token: string): Promise<StaffCaller | undefined> {
  if (token.startsWith(STAFF_TOKEN_PREFIX)) return ofSignIn(database, look, hashOf(token));
  return token.startsWith(API_TOKEN_PREFIX) ? ofApiToken(database, look, hashOf(token)) : undefined;
}

async function ofSignIn(database: Database, { now, isUse }: Look, tokenHash: string): Promise<StaffCaller | undefined> {
  const row = await store.findStaffSignIn(database, tokenHash, now);
  if (!row) return undefined;
  const unusedMs = now.getTime() - row.signIn.usedAt.getTime();
  if (unusedMs >= IDLE_MS) return undefined;
  if (isUse && unusedMs >= USE_EVERY_MS) await store.changeSignInUse(database, tokenHash, now);
  const { id, email, role, stationIds } = row.person;
  return { kind: 'staff', id, name: email, ...reachOf({ role, stationIds, permissions: null }) };
}

async function ofApiToken(
  database: Database,
  { now, isUse }: Look,
  tokenHash: string,
): Promise<StaffCaller | undefined> {
  const token = await store.findApiToken(database, tokenHash, now);
  const maker = token && (await store.findPerson(database, token.createdBy));
  if (!token || !maker || maker.disabledAt) return undefined;
  const { id, name, usedAt } = token;
  const isStale = !usedAt || now.getTime() - usedAt.getTime() >= USE_EVERY_MS;
  if (isUse && isStale) await store.changeApiTokenUse(database, id, now);
  const reach = reachOf(token);
  // A token may do no more than the person who created it may do now, because that person knows it.
  const { permissions, stationIds } = reachOf({ ...maker, permissions: null });
  return {
    kind: 'token',
    id,
    name,
    ...reach,
    permissions: both(reach.permissions, permissions),
    stationIds: reach.stationIds && stationIds ? both(reach.stationIds, stationIds) : (reach.stationIds ?? stationIds),
  };
}

const both = <T>(some: ReadonlySet<T>, others: ReadonlySet<T>): Set<T> =>
  new Set([...some].filter((one) => others.has(one)));

/** The permissions of a role, reduced to the token's limits, and its stations. */
function reachOf({
  role,
  permissions,
  stationIds,
}: Pick<store.ApiToken, 'role' | 'permissions' | 'stationIds'>): Pick<
  StaffCaller,
  'role' | 'permissions' | 'stationIds'
> {
  const isWanted = (permission: Permission) => permissions === null || permissions.includes(permission);
  return {
    role,
    permissions: new Set(permissionsOf(role).filter(isWanted)),
    stationIds: stationIds === null ? undefined : new Set(stationIds),
  };
}

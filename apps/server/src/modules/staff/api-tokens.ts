import { permissionsOf, type Permission, type StaffRole } from '@bijli/contract/operator';
import type { Database } from '#db/database.ts';
import type { Recorder, StaffCaller } from '#http/calls/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { hashOf, newSecret } from '#kernel/ids.ts';
import { refuse as refuseNetwork } from '#modules/network/network.refusals.ts';
import { refuse } from './staff.refusals.ts';
import * as store from './staff.store.ts';

export const API_TOKEN_PREFIX = 'bijli_api_';
const DEFAULT_TTL_DAYS = 90;
const MAX_TOKENS_LISTED = 1000;

/** A field that is left out does not limit the token. */
export interface NewApiToken {
  name: string;
  role: Exclude<StaffRole, 'owner'>;
  permissions?: Permission[] | undefined;
  stationIds?: string[] | undefined;
  days?: number | undefined;
}

export type ListedApiToken = store.ApiToken & { createdByEmail: string };

export interface ApiTokensOptions {
  database: Database;
  clock: Clock;
  /** True if all these stations exist. */
  hasStations(stationIds: string[]): Promise<boolean>;
}

/** API tokens of the operator's programs. The token is shown once and stored as a hash. */
export function createApiTokens({ database, clock, hasStations }: ApiTokensOptions) {
  return {
    listApiTokens: (): Promise<ListedApiToken[]> => store.listApiTokens(database, MAX_TOKENS_LISTED),

    /** Throws permission_beyond_role, station_unknown. */
    async createApiToken(
      { name, role, permissions, stationIds, days = DEFAULT_TTL_DAYS }: NewApiToken,
      maker: StaffCaller,
      { record }: Recorder,
    ): Promise<{ token: string; row: ListedApiToken }> {
      const allowed = permissionsOf(role);
      const beyond = permissions?.find((permission) => !allowed.includes(permission));
      if (beyond) refuse('permission_beyond_role', { permission: beyond, role });
      if (stationIds && !(await hasStations(stationIds))) refuseNetwork('station_unknown');
      const token = `${API_TOKEN_PREFIX}${newSecret()}`;
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
      const reach = { role, permissions: permissions ?? null, stationIds: stationIds ?? null };
      return database.transaction(async (tx) => {
        const newToken = { name, tokenHash: hashOf(token), createdBy: maker.id, createdAt, expiresAt, ...reach };
        const row = await store.insertApiToken(tx, newToken);
        await record(tx, { object: `token ${row.id}`, after: { name, ...reach, expiresAt } });
        return { token, row: { ...row, createdByEmail: maker.name } };
      });
    },

    /** Revoking twice changes nothing. Throws api_token_unknown. */
    async revokeApiToken(id: number, { record }: Recorder): Promise<void> {
      await database.transaction(async (tx) => {
        const token = (await store.findApiTokenById(tx, id)) ?? refuse('api_token_unknown');
        const [revoked] = await store.revokeApiTokens(tx, { id }, clock.now());
        await record(tx, { before: { name: token.name, revoked: !revoked }, after: { revoked: true } });
      });
    },
  };
}

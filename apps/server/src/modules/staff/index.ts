import type { Tx } from '#db/database.ts';
import { pageOf } from '#db/pagination.ts';
import type { AuditEntry, StaffCaller } from '#http/calls/operator.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';
import { createApiTokens } from './api-tokens.ts';
import * as auditStore from './audit.store.ts';
import { authenticate } from './credentials.ts';
import { createPeople } from './people.ts';
import { createSignIn, type SignInOptions } from './sign-in.ts';
import * as store from './staff.store.ts';

export type { ListedApiToken } from './api-tokens.ts';
export type { AuditLine } from './audit.store.ts';
export type { Invitation, ListedPerson } from './people.ts';
export { createPeople } from './people.ts';
export type { PasswordCost } from './passwords.ts';
export { insertAuditLine, listAuditLines } from './audit.store.ts';

/** Longer than failed attempts count. */
const KEEP_SIGN_IN_ATTEMPTS_MS = HOUR_MS;
/** Ended sign-ins show from where a person has signed in before. */
const KEEP_STAFF_SIGN_INS_MS = 30 * DAY_MS;

export interface StaffOptions extends SignInOptions {
  /** True if all these stations exist. */
  hasStations(stationIds: string[]): Promise<boolean>;
}

export type Staff = ReturnType<typeof createStaff>;

/** The operator's staff: accounts, sign-ins, API tokens, and the audit. */
export function createStaff({ database, clock, hasStations, ...signIn }: StaffOptions) {
  return {
    ...createSignIn({ database, clock, ...signIn }),
    ...createPeople({ database, now: () => clock.now(), hasStations }),
    ...createApiTokens({ database, clock, hasStations }),

    authenticate: (token: string): Promise<StaffCaller | undefined> =>
      authenticate(database, { now: clock.now(), isUse: true }, token),

    /** Like `authenticate`, but it does not count as a use. */
    authenticateAgain: (token: string): Promise<StaffCaller | undefined> =>
      authenticate(database, { now: clock.now(), isUse: false }, token),

    findPerson: (id: number) => store.findPerson(database, id),

    /** Ends one sign-in, or all sign-ins of a person. */
    signOut: (token: string, staffId: number, isEverywhere: boolean): Promise<void> =>
      store.endSignIns(database, isEverywhere ? { staffId } : { tokenHash: hashOf(token) }, clock.now()),

    writeAudit: (entry: AuditEntry, tx: Tx = database): Promise<void> => auditStore.insertAuditLine(tx, entry),

    /** Newest first. */
    listAudit: (page: Parameters<typeof pageOf>[0], filter: auditStore.AuditFilter) =>
      auditStore.listAuditLines(database, pageOf(page), filter),

    async purgeExpired(): Promise<void> {
      const now = clock.now();
      const before = (ms: number): Date => new Date(now.getTime() - ms);
      await store.purgeStaffSignIns(database, now, {
        tried: before(KEEP_SIGN_IN_ATTEMPTS_MS),
        ended: before(KEEP_STAFF_SIGN_INS_MS),
      });
    },
  };
}

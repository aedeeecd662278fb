import type { StaffRole } from '@bijli/contract/operator';
import type { Database, Tx } from '#db/database.ts';
import type { Recorder } from '#http/calls/operator.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { hashOf, newSecret } from '#kernel/ids.ts';
import { refuse as refuseNetwork } from '#modules/network/network.refusals.ts';
import { normalEmail } from './sign-in.ts';
import { refuse } from './staff.refusals.ts';
import * as store from './staff.store.ts';
import type { Person } from './staff.store.ts';

const INVITATION_TTL_MS = 48 * HOUR_MS;

export interface PeopleOptions {
  database: Database;
  now(): Date;
  /** True if all these stations exist. */
  hasStations(stationIds: string[]): Promise<boolean>;
}

/** An invitation, shown once. It lets the person set a password. */
export interface Invitation {
  invitation: string;
  invitedUntil: Date;
}

export type ListedPerson = Person & { lastHereAt: Date | null };

/** The operator's people. The API and the command line call the same functions. Each change writes an audit entry. */
export function createPeople({ database, now, hasStations }: PeopleOptions) {
  const newInvitation = (): Invitation & { row: Pick<Person, 'invitationHash' | 'invitedUntil'> } => {
    const invitation = newSecret();
    const invitedUntil = new Date(now().getTime() + INVITATION_TTL_MS);
    return { invitation, invitedUntil, row: { invitationHash: hashOf(invitation), invitedUntil } };
  };

  async function checkReach(role: StaffRole, stationIds: string[] | null): Promise<void> {
    if (stationIds === null) return;
    if (role === 'owner') refuse('owner_everywhere');
    if (!(await hasStations(stationIds))) refuseNetwork('station_unknown');
  }

  /** Throws last_owner if nobody else could sign in as an owner. */
  async function checkNotLastOwner(tx: Tx, { id, role, passwordHash, disabledAt }: Person): Promise<void> {
    const canAct = role === 'owner' && passwordHash !== null && disabledAt === null;
    if (canAct && (await store.countOtherOwners(tx, id)) === 0) refuse('last_owner');
  }

  /** Changes a locked member of staff in one transaction. Throws staff_unknown. */
  function changing<T>(id: number, task: (tx: Tx, person: Person) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      await store.lockOwners(tx);
      return task(tx, (await store.lockPerson(tx, id)) ?? refuse('staff_unknown'));
    });
  }

  return {
    listStaff: (): Promise<ListedPerson[]> => store.listPeople(database),

    /** Throws staff_unknown. */
    getStaffOfEmail: async (email: string): Promise<Person> =>
      (await store.findPersonByEmail(database, normalEmail(email) ?? '')) ?? refuse('staff_unknown'),

    /** Throws staff_email_invalid, staff_email_taken, owner_everywhere, station_unknown. */
    async inviteStaff(
      { email: typed, name, role, stationIds }: Pick<Person, 'email' | 'name' | 'role' | 'stationIds'>,
      { record }: Recorder,
    ): Promise<Invitation & { person: Person }> {
      const email = normalEmail(typed) ?? refuse('staff_email_invalid');
      await checkReach(role, stationIds);
      const { row, ...invitation } = newInvitation();
      return database.transaction(async (tx) => {
        const about = { email, name, role, stationIds };
        const person = await store.insertMissingStaff(tx, { ...about, ...row, createdAt: now() });
        if (!person) return refuse('staff_email_taken');
        await record(tx, { object: objectOf(person), after: about });
        return { ...invitation, person };
      });
    },

    /**
     * Changes name, role and stations. A field that is left out stays. Throws staff_unknown, last_owner,
     * owner_everywhere, station_unknown.
     */
    async changeStaff(
      id: number,
      change: Partial<Pick<Person, 'name' | 'role' | 'stationIds'>>,
      { record }: Recorder,
    ): Promise<Person> {
      return changing(id, async (tx, person) => {
        const changed = { ...person, ...change };
        await checkReach(changed.role, changed.stationIds);
        if (changed.role !== 'owner') await checkNotLastOwner(tx, person);
        if (Object.keys(change).length > 0) await store.changePerson(tx, id, change);
        await record(tx, { object: objectOf(person), before: aboutOf(person), after: aboutOf(changed) });
        return changed;
      });
    },

    /** Ends every sign-in of a person, and every API token that the person made. Throws staff_unknown, last_owner. */
    async disableStaff(id: number, { record }: Recorder): Promise<{ revokedTokens: number }> {
      return changing(id, async (tx, person) => {
        await checkNotLastOwner(tx, person);
        const disabledAt = person.disabledAt ?? now();
        await store.changePerson(tx, id, { disabledAt, invitationHash: null, invitedUntil: null });
        await endAll(tx, id);
        const revoked = await store.revokeApiTokens(tx, { createdBy: id }, now());
        const tokens = revoked.map((token) => token.name);
        await record(tx, {
          object: objectOf(person),
          before: { disabled: person.disabledAt !== null },
          after: { disabled: true, ...(tokens.length > 0 && { revoked_tokens: tokens }) },
        });
        return { revokedTokens: revoked.length };
      });
    },

    /**
     * Removes the second factor, so that the next sign-in sets one up, and ends every sign-in. With `takesPassword` it
     * also removes the password, and a new invitation sets one; that enables a disabled person again. Throws
     * staff_unknown.
     */
    async resetStaff(id: number, takesPassword: boolean, { record }: Recorder): Promise<Invitation | undefined> {
      return changing(id, async (tx, person) => {
        const { row, ...invitation } = newInvitation();
        const renewed = takesPassword ? { ...row, passwordHash: null, disabledAt: null } : {};
        await store.changePerson(tx, id, { codeSecret: null, codeStep: null, ...renewed });
        await endAll(tx, id);
        const after = { second_factor: 'none', ...(takesPassword && { password: 'none', disabled: false }) };
        await record(tx, { object: objectOf(person), after });
        return takesPassword ? invitation : undefined;
      });
    },
  };

  async function endAll(tx: Tx, id: number): Promise<void> {
    await store.endSignIns(tx, { staffId: id }, now());
    await store.deleteTicketsOf(tx, id);
  }
}

const objectOf = ({ email }: Person): string => `staff ${email}`;

const aboutOf = ({ name, role, stationIds }: Person) => ({ name, role, station_ids: stationIds });

import type { Database, Tx } from '#db/database.ts';
import type { Recorder, StaffCaller, AuditActor } from '#http/calls/operator.ts';
import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { hashOf, newSecret } from '#kernel/ids.ts';
import { createPasswords, PASSWORD_COST, type PasswordCost } from './passwords.ts';
import { newCodeSecret, matchingTimeStep } from './second-factor.ts';
import { countAttempt, type CountedAttempt } from './sign-in-attempts.ts';
import { refuse } from './staff.refusals.ts';
import * as store from './staff.store.ts';
import type { Person } from './staff.store.ts';

const TICKET_TTL_MS = 5 * MINUTE_MS;
/** A working day. */
const SIGN_IN_TTL_MS = 12 * HOUR_MS;
export const STAFF_TOKEN_PREFIX = 'bijli_staff_';
/** Maximum length of an e-mail address. */
const MAX_EMAIL_LENGTH = 254;

export interface SignInOptions {
  database: Database;
  clock: Clock;
  /** The name that an authenticator shows beside the code. */
  brand: string;
  /** Tests use a lower cost. */
  passwordCost?: PasswordCost | undefined;
}

/** The step after the password. With `setUp` the person first adds a secret to an authenticator. */
interface NextStep {
  ticket: string;
  setUp: { secret: string; url: string } | undefined;
}

/** The caller's address and audit recorder. */
type From = Recorder & { address: string };

export function createSignIn({ database, clock, brand, passwordCost = PASSWORD_COST }: SignInOptions) {
  const passwords = createPasswords(passwordCost);

  async function openTicket(tx: Tx, person: Person): Promise<NextStep> {
    const setUp = person.codeSecret === null ? newCodeSecret(brand, person.email) : undefined;
    const ticket = newSecret();
    const expiresAt = new Date(clock.now().getTime() + TICKET_TTL_MS);
    const row = { ticketHash: hashOf(ticket), staffId: person.id, newSecret: setUp?.secret ?? null, expiresAt };
    await store.insertTicket(tx, row);
    return { ticket, setUp };
  }

  /** An attempt that could not be checked does not count. */
  async function isPasswordRight(
    password: string,
    person: Person | undefined,
    counted: CountedAttempt,
  ): Promise<boolean> {
    try {
      return await passwords.isRight(password, person?.passwordHash);
    } catch (error) {
      await counted.withdraw();
      throw error;
    }
  }

  return {
    /** Throws sign_in_wrong, sign_in_paused. */
    async startSignIn(typed: { email: string; password: string }, { address, note }: From): Promise<NextStep> {
      const email = normalEmail(typed.email);
      // A text that is not an e-mail may be a password in the wrong field, so it is not recorded.
      if (!email) return refuse('sign_in_wrong');
      note({ object: `staff ${email}` });
      const counted = await countAttempt(database, clock, { email, address });
      const person = await store.findPersonByEmail(database, email);
      const isRight = await isPasswordRight(typed.password, person, counted);
      if (!isRight || !person || person.disabledAt) return refuse('sign_in_wrong');
      await counted.withdraw();
      return openTicket(database, person);
    },

    /** Throws invitation_unknown, password_weak. */
    async acceptInvitation(
      { invitation, password }: { invitation: string; password: string },
      { note, record }: From,
    ): Promise<NextStep> {
      const invitationHash = hashOf(invitation);
      const invited = await store.findInvited(database, invitationHash, clock.now());
      const { id, email } = invited ?? refuse('invitation_unknown');
      note({ object: `staff ${email}` });
      const passwordHash = await passwords.hash(password, email);
      return database.transaction(async (tx) => {
        const person = await store.lockPerson(tx, id);
        // Another request may have accepted it meanwhile.
        if (!person || person.invitationHash !== invitationHash) return refuse('invitation_unknown');
        await store.changePerson(tx, id, { passwordHash, invitationHash: null, invitedUntil: null });
        await record(tx, { who: whoIs(person) });
        return openTicket(tx, person);
      });
    },

    /** Ends every other sign-in of the person. Throws password_wrong, password_weak, sign_in_paused. */
    async changePassword(
      { token, password, newPassword }: { token: string; password: string; newPassword: string },
      { id, name: email }: Pick<StaffCaller, 'id' | 'name'>,
      { address, record }: From,
    ): Promise<void> {
      const counted = await countAttempt(database, clock, { email, address });
      const person = await store.findPerson(database, id);
      if (!(await isPasswordRight(password, person, counted))) refuse('password_wrong');
      await counted.withdraw();
      const passwordHash = await passwords.hash(newPassword, email);
      await database.transaction(async (tx) => {
        await store.changePerson(tx, id, { passwordHash });
        await store.endSignIns(tx, { staffId: id, butHash: hashOf(token) }, clock.now());
        await store.deleteTicketsOf(tx, id);
        await record(tx, { object: `staff ${email}` });
      });
    },

    /** Throws sign_in_expired, sign_in_code_wrong, sign_in_paused. */
    async signIn(
      { ticket, code }: { ticket: string; code: string },
      { address, note, record }: From,
    ): Promise<{ token: string; person: Person; expiresAt: Date }> {
      const ticketHash = hashOf(ticket);
      const { staffId, newSecret: secretToSetUp } =
        (await store.findTicket(database, ticketHash, clock.now())) ?? refuse('sign_in_expired');
      const { email } = (await store.findPerson(database, staffId)) ?? refuse('sign_in_expired');
      note({ object: `staff ${email}` });
      await countAttempt(database, clock, { email, address });
      return database.transaction(async (tx) => {
        const person = await store.lockPerson(tx, staffId);
        const isStale =
          !person || person.disabledAt !== null || (person.codeSecret !== null) === (secretToSetUp !== null);
        if (isStale || !(await store.deleteTicket(tx, ticketHash))) return refuse('sign_in_expired');
        const codeSecret = person.codeSecret ?? secretToSetUp ?? '';
        const now = clock.now();
        const codeStep = matchingTimeStep(code, codeSecret, person.codeStep, now) ?? refuse('sign_in_code_wrong');
        await store.changePerson(tx, staffId, { codeSecret, codeStep });
        await store.deleteAttemptsOf(tx, { email, address });
        const token = `${STAFF_TOKEN_PREFIX}${newSecret()}`;
        const expiresAt = new Date(now.getTime() + SIGN_IN_TTL_MS);
        const row = { tokenHash: hashOf(token), staffId, address, createdAt: now, usedAt: now, expiresAt };
        await store.insertStaffSignIn(tx, row);
        await record(tx, { who: whoIs(person), ...(secretToSetUp && { after: { second_factor: 'set up' } }) });
        return { token, person, expiresAt };
      });
    },
  };
}

/** An e-mail address as it is stored. Undefined if the text is not one. */
export function normalEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase();
  return email.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : undefined;
}

function whoIs({ id, email, role }: Pick<Person, 'id' | 'email' | 'role'>): AuditActor {
  return { kind: 'staff', id, name: email, role };
}

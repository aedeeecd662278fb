import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { StaffRole } from '@bijli/contract/operator';
import type { AuditNotes } from '#http/calls/operator.ts';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { testDatabase } from '#testing/database.ts';
import { codeOf, NO_AUDIT, QUICK_COST, STAFF_PASSWORD } from '#testing/staff.ts';
import { createStaff, insertAuditLine } from './index.ts';

const database = await testDatabase();
const clock = new TestClock('2026-11-20T10:00:00Z');
const staff = createStaff({
  database,
  clock,
  brand: 'Bijli',
  passwordCost: QUICK_COST,
  hasStations: async (ids) => ids.every((id) => id === 'hub'),
});
const HERE = { ...NO_AUDIT, address: '203.0.113.1' };
const from = (address: string) => ({ ...HERE, address });
let invited = 0;

/** Somebody who has set password and authenticator; the step of time that was used for it is over. */
async function person(role: StaffRole = 'viewer', stationIds: string[] | null = null) {
  invited += 1;
  const email = `person-${invited}@bijli.example`;
  const { invitation, person: row } = await staff.inviteStaff({ email, name: 'Any', role, stationIds }, NO_AUDIT);
  const { ticket, setUp } = await staff.acceptInvitation({ invitation, password: STAFF_PASSWORD }, HERE);
  const secret = setUp?.secret ?? '';
  const { token } = await staff.signIn({ ticket, code: codeOf(secret, clock.now()) }, HERE);
  clock.advance(30 * SECOND_MS);
  return { id: row.id, email, secret, token, invitation };
}

async function signIn({ email, secret }: { email: string; secret: string }, place = HERE): Promise<string> {
  const { ticket, setUp } = await staff.startSignIn({ email, password: STAFF_PASSWORD }, place);
  const { token } = await staff.signIn({ ticket, code: codeOf(setUp?.secret ?? secret, clock.now()) }, place);
  clock.advance(30 * SECOND_MS);
  return token;
}

const refused = (code: string) => expect.objectContaining({ code });

describe('an invitation', () => {
  test('sets a password once, and the first sign-in sets up an authenticator [STAFF-2]', async () => {
    const { email, invitation, secret, token } = await person('support');
    expect(await staff.authenticate(token)).toMatchObject({ kind: 'staff', name: email, role: 'support' });
    await expect(staff.acceptInvitation({ invitation, password: STAFF_PASSWORD }, HERE)).rejects.toEqual(
      refused('invitation_unknown'),
    );
    const next = await staff.startSignIn({ email: email.toUpperCase(), password: STAFF_PASSWORD }, HERE);
    expect(next.setUp).toBeUndefined();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('is valid for 48 hours, and accepts no weak password [STAFF-2]', async () => {
    const about = { email: 'late@bijli.example', name: 'Late', role: 'viewer', stationIds: null } as const;
    const { invitation } = await staff.inviteStaff(about, NO_AUDIT);
    for (const password of ['short', 'latelatelate', 'x'.repeat(129)])
      await expect(staff.acceptInvitation({ invitation, password }, HERE)).rejects.toEqual(refused('password_weak'));
    clock.advance(2 * DAY_MS);
    await expect(staff.acceptInvitation({ invitation, password: STAFF_PASSWORD }, HERE)).rejects.toEqual(
      refused('invitation_unknown'),
    );
    await expect(staff.inviteStaff(about, NO_AUDIT)).rejects.toEqual(refused('staff_email_taken'));
    await expect(staff.inviteStaff({ ...about, email: 'nobody' }, NO_AUDIT)).rejects.toEqual(
      refused('staff_email_invalid'),
    );
  });
});

describe('a sign-in', () => {
  test('needs an unused code, and a ticket of the last five minutes [STAFF-3]', async () => {
    const { email, secret } = await person();
    const code = codeOf(secret, clock.now());
    const first = await staff.startSignIn({ email, password: STAFF_PASSWORD }, HERE);
    const second = await staff.startSignIn({ email, password: STAFF_PASSWORD }, HERE);
    await expect(staff.signIn({ ticket: first.ticket, code: '000000' }, HERE)).rejects.toEqual(
      refused('sign_in_code_wrong'),
    );
    expect(await staff.signIn({ ticket: first.ticket, code }, HERE)).toMatchObject({ token: expect.any(String) });
    await expect(staff.signIn({ ticket: first.ticket, code }, HERE)).rejects.toEqual(refused('sign_in_expired'));
    await expect(staff.signIn({ ticket: second.ticket, code }, HERE)).rejects.toEqual(refused('sign_in_code_wrong'));
    clock.advance(5 * MINUTE_MS);
    const later = codeOf(secret, clock.now());
    await expect(staff.signIn({ ticket: second.ticket, code: later }, HERE)).rejects.toEqual(
      refused('sign_in_expired'),
    );
  });

  test('ends after 12 hours, after an hour without a call, and when it is signed out [STAFF-4]', async () => {
    const { id, email, secret, token } = await person();
    for (let hours = 0; hours < 11; hours += 1) {
      expect(await staff.authenticate(token)).toBeDefined();
      clock.advance(59 * MINUTE_MS);
    }
    expect(await staff.authenticate(token)).toBeDefined();
    clock.advance(HOUR_MS);
    expect(await staff.authenticate(token)).toBeUndefined();
    const second = await signIn({ email, secret });
    for (let halves = 0; halves < 23; halves += 1) {
      clock.advance(30 * MINUTE_MS);
      expect(await staff.authenticate(second)).toBeDefined();
    }
    clock.advance(30 * MINUTE_MS);
    expect(await staff.authenticate(second)).toBeUndefined();
    const [one, other] = [await signIn({ email, secret }), await signIn({ email, secret })];
    await staff.signOut(one, id, false);
    expect([await staff.authenticate(one), await staff.authenticate(other)]).toEqual([undefined, expect.anything()]);
    await staff.signOut(other, id, true);
    expect(await staff.authenticate(other)).toBeUndefined();
  });

  test('is paused for 15 minutes after five wrong tries, whether the person exists or not [STAFF-5]', async () => {
    const known = await person();
    for (const email of [known.email, 'nobody@bijli.example']) {
      const place = from(`198.51.100.${email.length}`);
      const attempt = (password: string) => staff.startSignIn({ email, password }, place);
      for (let tries = 0; tries < 5; tries += 1)
        await expect(attempt('not the password')).rejects.toEqual(refused('sign_in_wrong'));
      await expect(attempt(STAFF_PASSWORD)).rejects.toEqual(refused('sign_in_paused'));
    }
    // From where the person has signed in before nobody is kept out by that.
    expect(await signIn(known)).toBeDefined();
    clock.advance(15 * MINUTE_MS);
    expect(await signIn(known, from(`198.51.100.${known.email.length}`))).toBeDefined();
  });

  test('that could not be checked does not count as a wrong one [STAFF-5]', async () => {
    const known = await person();
    const slow = createStaff({
      database,
      clock,
      brand: 'Bijli',
      passwordCost: { N: 2 ** 13, r: 8, p: 1 },
      hasStations: async () => true,
    });
    const flood = Array.from({ length: 40 }, (_, index) =>
      slow
        .startSignIn({ email: `flood-${index}@bijli.example`, password: 'any password' }, from(`192.0.2.${index}`))
        .catch(String),
    );
    const place = from('192.0.2.99');
    const tries = Array.from({ length: 5 }, () =>
      slow.startSignIn({ email: known.email, password: STAFF_PASSWORD }, place).then(
        () => 'in',
        (error: { code: string }) => error.code,
      ),
    );
    expect(await Promise.all(tries)).toContain('unavailable');
    await Promise.all(flood);
    expect(await slow.startSignIn({ email: known.email, password: STAFF_PASSWORD }, place)).toBeDefined();
  });

  test('is protected from wrong tries at many addresses together, except for devices that signed in before [STAFF-5]', async () => {
    const known = await person();
    const attempt = (place: number) =>
      staff.startSignIn({ email: known.email, password: 'not the password' }, from(`192.0.2.${place}`));
    for (let place = 0; place < 15; place += 1) await expect(attempt(place)).rejects.toEqual(refused('sign_in_wrong'));
    await expect(attempt(16)).rejects.toEqual(refused('sign_in_paused'));
    expect(await signIn(known)).toBeDefined();
  });

  test('counts wrong codes like wrong passwords, also many at once [STAFF-5]', async () => {
    const { email } = await person();
    const place = from('198.51.100.200');
    const { ticket } = await staff.startSignIn({ email, password: STAFF_PASSWORD }, place);
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => staff.signIn({ ticket, code: '000000' }, place)),
    );
    const codes = tries.map((each) => (each.status === 'rejected' ? (each.reason as { code: string }).code : 'in'));
    expect(codes.filter((code) => code === 'sign_in_code_wrong')).toHaveLength(5);
    expect(codes.filter((code) => code === 'sign_in_paused')).toHaveLength(3);
  });
});

test('whose password is changed, with the old one, ends every other sign-in [STAFF-4]', async () => {
  const { id, email, secret, token } = await person();
  const other = await signIn({ email, secret });
  const change = (password: string, newPassword: string) =>
    staff.changePassword({ token, password, newPassword }, { id, name: email }, HERE);
  await expect(change('not the password', 'another long password')).rejects.toEqual(refused('password_wrong'));
  await expect(change(STAFF_PASSWORD, 'short')).rejects.toEqual(refused('password_weak'));
  await change(STAFF_PASSWORD, 'another long password');
  expect([await staff.authenticate(token), await staff.authenticate(other)]).toEqual([expect.anything(), undefined]);
  await expect(staff.startSignIn({ email, password: STAFF_PASSWORD }, HERE)).rejects.toEqual(refused('sign_in_wrong'));
});

describe('an owner', () => {
  test('who is the last that can sign in stays an owner [STAFF-6]', async () => {
    await database.execute(sql`update staff set disabled_at = ${clock.now()} where role = 'owner'`);
    const first = await person('owner');
    const { person: waiting } = await staff.inviteStaff(
      { email: 'waiting@bijli.example', name: 'Waiting', role: 'owner', stationIds: null },
      NO_AUDIT,
    );
    await expect(staff.disableStaff(first.id, NO_AUDIT)).rejects.toEqual(refused('last_owner'));
    await expect(staff.changeStaff(first.id, { role: 'viewer' }, NO_AUDIT)).rejects.toEqual(refused('last_owner'));
    await staff.disableStaff(waiting.id, NO_AUDIT);
    const second = await person('owner');
    const ends = await Promise.allSettled([first, second].map(({ id }) => staff.disableStaff(id, NO_AUDIT)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is owner at all stations; others may be limited to existing ones', async () => {
    const about = { email: 'bound@bijli.example', name: 'Bound' };
    const invite = (role: StaffRole, stationIds: string[]) =>
      staff.inviteStaff({ ...about, role, stationIds }, NO_AUDIT);
    await expect(invite('owner', ['hub'])).rejects.toEqual(refused('owner_everywhere'));
    await expect(invite('technician', ['hub', 'elsewhere'])).rejects.toEqual(refused('station_unknown'));
    const { token } = await person('technician', ['hub']);
    expect(await staff.authenticate(token)).toMatchObject({ stationIds: new Set(['hub']) });
  });
});

describe('a person who is disabled or reset', () => {
  test('is signed out at once, and so are the person’s API tokens [STAFF-7]', async () => {
    const { id, email, token } = await person('operations');
    const maker = (await staff.authenticate(token)) ?? expect.fail();
    const made = await staff.createApiToken({ name: 'meter reader', role: 'viewer' }, maker, NO_AUDIT);
    expect(await staff.authenticate(made.token)).toMatchObject({ kind: 'token', name: 'meter reader' });
    expect(await staff.disableStaff(id, NO_AUDIT)).toEqual({ revokedTokens: 1 });
    expect([await staff.authenticate(token), await staff.authenticate(made.token)]).toEqual([undefined, undefined]);
    await expect(staff.startSignIn({ email, password: STAFF_PASSWORD }, HERE)).rejects.toEqual(
      refused('sign_in_wrong'),
    );
  });

  test('and gets fewer permissions has API tokens with fewer permissions too [STAFF-7]', async () => {
    const { id, token } = await person('owner');
    const maker = (await staff.authenticate(token)) ?? expect.fail();
    const made = await staff.createApiToken({ name: 'all of it', role: 'operations' }, maker, NO_AUDIT);
    expect((await staff.authenticate(made.token))?.permissions).toContain('chargers.configure');
    await person('owner');
    await staff.changeStaff(id, { role: 'viewer', stationIds: ['hub'] }, NO_AUDIT);
    const now = (await staff.authenticate(made.token)) ?? expect.fail();
    expect(now.permissions).toContain('network.see');
    expect(now.permissions).not.toContain('chargers.configure');
    expect(now.stationIds).toEqual(new Set(['hub']));
  });

  test('sets up another authenticator, or starts again by an invitation [STAFF-8]', async () => {
    const { id, email, secret, token } = await person();
    expect(await staff.resetStaff(id, false, NO_AUDIT)).toBeUndefined();
    expect(await staff.authenticate(token)).toBeUndefined();
    const { setUp } = await staff.startSignIn({ email, password: STAFF_PASSWORD }, HERE);
    expect(setUp?.secret).not.toBe(secret);
    const { invitation = '' } = (await staff.resetStaff(id, true, NO_AUDIT)) ?? {};
    await expect(staff.startSignIn({ email, password: STAFF_PASSWORD }, HERE)).rejects.toEqual(
      refused('sign_in_wrong'),
    );
    const password = 'another long password';
    const { ticket, setUp: anew } = await staff.acceptInvitation({ invitation, password }, HERE);
    const code = codeOf(anew?.secret ?? '', clock.now());
    expect(await staff.signIn({ ticket, code }, HERE)).toMatchObject({ person: { email } });
  });
});

describe('an API token', () => {
  test('may do at most what its role may, and ends on its day or when it is revoked [STAFF-9]', async () => {
    const { token } = await person('owner');
    const maker = (await staff.authenticate(token)) ?? expect.fail();
    const few = { name: 'few', role: 'operations', permissions: ['network.see'], stationIds: ['hub'] } as const;
    const made = await staff.createApiToken(
      { ...few, permissions: [...few.permissions], stationIds: ['hub'], days: 1 },
      maker,
      NO_AUDIT,
    );
    expect(await staff.authenticate(made.token)).toMatchObject({
      role: 'operations',
      permissions: new Set(['network.see']),
      stationIds: new Set(['hub']),
    });
    const { rows } = await database.execute<{ held: boolean }>(
      sql`select token_hash = ${made.token} as held from api_tokens where id = ${made.row.id}`,
    );
    expect(rows).toEqual([{ held: false }]);
    await expect(
      staff.createApiToken({ name: 'more', role: 'viewer', permissions: ['tokens.change'] }, maker, NO_AUDIT),
    ).rejects.toEqual(refused('permission_beyond_role'));
    clock.advance(DAY_MS);
    expect(await staff.authenticate(made.token)).toBeUndefined();
    const other = await staff.createApiToken({ name: 'other', role: 'viewer' }, maker, NO_AUDIT);
    await staff.revokeApiToken(other.row.id, NO_AUDIT);
    expect(await staff.authenticate(other.token)).toBeUndefined();
    await expect(staff.revokeApiToken(999_999, NO_AUDIT)).rejects.toEqual(refused('api_token_unknown'));
    expect(await staff.authenticate('bijli_api_guessed')).toBeUndefined();
  });
});

describe('the audit', () => {
  test('cannot be changed, shortened or emptied [STAFF-10]', async () => {
    const entry = { who: { kind: 'nobody', id: null, name: '', role: null }, outcome: 'done', code: null } as const;
    const rest = { object: '', reason: '', before: null, after: { a: 1 }, address: '', requestId: '' };
    await insertAuditLine(database, { ...entry, ...rest, at: clock.now(), action: 'test.kept' });
    for (const statement of [
      sql`update audit_lines set action = 'another'`,
      sql`delete from audit_lines`,
      sql`truncate audit_lines`,
    ])
      await expect(database.execute(statement)).rejects.toThrow();
    const { rows } = await staff.listAudit({}, { action: 'test.kept' });
    expect(rows).toMatchObject([{ action: 'test.kept', after: { a: 1 } }]);
  });

  test('has a change in the same transaction: neither is stored without the other [STAFF-10]', async () => {
    const { id } = await person();
    const record = async () => {
      throw new Error('the audit cannot be written');
    };
    await expect(staff.changeStaff(id, { role: 'support' }, { ...NO_AUDIT, record })).rejects.toThrow('cannot');
    expect(await staff.findPerson(id)).toMatchObject({ role: 'viewer' });
    const told: AuditNotes[] = [];
    await staff.changeStaff(
      id,
      { role: 'support' },
      { ...NO_AUDIT, record: async (_tx, notes = {}) => void told.push(notes) },
    );
    expect(told).toMatchObject([{ before: { role: 'viewer' }, after: { role: 'support' } }]);
  });
});

test('purges expired sign-ins [STAFF-4]', async () => {
  const { email } = await person();
  await staff.startSignIn({ email, password: STAFF_PASSWORD }, HERE);
  await expect(staff.startSignIn({ email, password: 'not the password' }, HERE)).rejects.toEqual(
    refused('sign_in_wrong'),
  );
  clock.advance(31 * DAY_MS);
  await staff.purgeExpired();
  const { rows } = await database.execute(sql`
    select (select count(*) from staff_tickets)::int as tickets, (select count(*) from staff_tries)::int as tries,
      (select count(*) from staff_sign_ins)::int as sign_ins`);
  expect(rows).toEqual([{ tickets: 0, tries: 0, sign_ins: 0 }]);
});

import { expect, test } from 'vitest';
import { systemClock } from '#kernel/clock.ts';
import { importStations } from '#modules/network/index.ts';
import { saveQuarantinedReport } from '#modules/sessions/rejected/quarantine.store.ts';
import { createStaff } from '#modules/staff/index.ts';
import { STATION } from '#testing/app.ts';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { codeOf, NO_AUDIT, QUICK_COST, STAFF_PASSWORD } from '#testing/staff.ts';
import { run } from './run.ts';

const database = await testDatabase();
const staff = createStaff({
  database,
  clock: systemClock,
  brand: 'Bijli',
  passwordCost: QUICK_COST,
  hasStations: async () => true,
});
const HERE = { ...NO_AUDIT, address: '203.0.113.1' };

async function bijli(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const code = await run(args, {
    env: { DATABASE_URL: databaseUrl(database), PUBLIC_URL: 'https://bijli.example' },
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    isInteractive: false,
  });
  return { code, ...said };
}

test('the first owner is invited on the command line, signs in, loses the phone and signs in again [STAFF-2, STAFF-8]', async () => {
  const email = 'kavya@bijli.example';
  expect((await bijli('staff', 'list')).out).toContain('Nobody yet');
  const added = await bijli('staff', 'add', '--email', email, '--role', 'owner', '--name', 'Kavya Rao');
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(added.out).toContain('https://bijli.example/api-v1/operator/sign-in/invitation');
  const invitation = /invitation +(\S+)/.exec(added.out)?.[1] ?? '';
  expect((await bijli('staff', 'list')).out).toMatch(/kavya@bijli\.example +owner +everywhere +invited +Kavya Rao/);
  const { ticket, setUp } = await staff.acceptInvitation({ invitation, password: STAFF_PASSWORD }, HERE);
  const code = codeOf(setUp?.secret ?? '', systemClock.now());
  const { token } = await staff.signIn({ ticket, code }, HERE);
  expect((await bijli('staff', 'list')).out).toContain('last here 2');
  expect((await bijli('staff', 'disable', '--email', email)).err).toContain('This is the last owner.');

  expect((await bijli('staff', 'reset', '--email', email)).out).toContain(
    'sets up an authenticator app at the next sign-in',
  );
  expect(await staff.authenticate(token)).toBeUndefined();
  expect((await staff.startSignIn({ email, password: STAFF_PASSWORD }, HERE)).setUp).toBeDefined();
  expect((await bijli('staff', 'reset', '--email', email, '--password')).out).toMatch(/invitation +\S{43} /);

  const told = (await bijli('audit', 'list', '--object', `staff ${email}`)).out;
  expect(told).toMatch(/staff\.reset .*\n.*staff\.reset .*\n.*staff\.invite .*"role":"owner".*\n3 lines\./);
  expect(told).not.toContain(invitation);
  expect((await bijli('audit', 'list', '--action', 'staff.invite', '--limit', '1')).out).toContain(
    'The newest 1 lines; --limit shows more.',
  );
});

test('other staff get existing stations only, and can be disabled', async () => {
  await importStations(database, systemClock.now(), [STATION]);
  const add = (...more: string[]) =>
    bijli('staff', 'add', '--email', 'Farhan@Bijli.example', '--role', 'technician', ...more);
  expect(await add('--station', 'nowhere')).toMatchObject({ code: 1, err: expect.stringContaining('station') });
  expect((await add('--station', STATION.id)).code).toBe(0);
  expect(await add()).toMatchObject({ code: 1, err: 'This e-mail belongs to a member of staff already.\n' });
  expect((await bijli('staff', 'list')).out).toMatch(/farhan@bijli\.example +technician +at test-station/);
  expect((await bijli('staff', 'disable', '--email', 'farhan@bijli.example')).out).toContain('API tokens revoked: 0');
  expect((await bijli('staff', 'list')).out).toContain('disabled');
});

test.each([
  ['without an e-mail', ['staff', 'add', '--role', 'owner'], '--email is missing'],
  ['of a role that there is not', ['staff', 'add', '--email', 'a@b.example', '--role', 'king'], 'no role "king"'],
  ['with a limit that is none', ['audit', 'list', '--limit', '0'], '--limit'],
])('a command %s is answered with a sentence', async (_, args, sentence) => {
  const { code, err } = await bijli(...args);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
  expect((await bijli('staff', 'disable', '--email', 'nobody@bijli.example')).err).toContain('no such member of staff');
});

test('commands that change something are in the audit, with their arguments and without secrets [STAFF-10]', async () => {
  await importStations(database, systemClock.now(), [STATION]);
  const secret = 'a-secret-of-twenty-signs';
  const charger = ['--station', STATION.id, '--id', 'FAST-1', '--connector', 'CCS2:60', '--secret', secret];
  expect((await bijli('chargers', 'register', ...charger)).code).toBe(0);
  expect((await bijli('chargers', 'register', ...charger)).code).toBe(1);
  expect((await bijli('tokens', 'add', '--tag', 'STAFF1', '--label', 'yard')).code).toBe(0);
  expect((await bijli('tokens', 'list')).code).toBe(0);
  const { out } = await bijli('audit', 'list', '--limit', '3');
  expect(out).toMatch(/token\.add {2}--tag STAFF1 --label yard\n/);
  expect(out).toMatch(
    /charger\.add {2}refused charger_registered {2}--station test-station .* --secret …\n.*charger\.add {2}--station /,
  );
  expect(out).not.toContain(secret);
  const payload = '{"location":"ftp://user:hunter2@f.example","more":1}';
  await bijli('chargers', 'command', 'FAST-1', 'GetDiagnostics', payload, '--wait', '0');
  const told = (await bijli('audit', 'list', '--action', 'charger.command', '--limit', '1')).out;
  expect(told).toContain('ftp://[blanked]@f.example');
});

test('reports that fit no session are listed and resolved', async () => {
  const at = new Date('2026-11-20T10:00:00Z');
  const report = {
    chargePointId: 'FAST-1',
    kind: 'stop',
    problem: 'no such transaction',
    report: '{\n}',
    receivedAt: at,
  };
  await importStations(database, systemClock.now(), [STATION]);
  await saveQuarantinedReport(database, report, 5);
  const { out } = await bijli('quarantine', 'list', '--charger', 'FAST-1');
  expect(out).toMatch(/^\d+ {2}2026-11-20T10:00:00Z {2}FAST-1 {2}stop: no such transaction \{ \}\n1 reports\.\n$/);
  const number = out.split(' ')[0] ?? '';
  expect((await bijli('quarantine', 'resolve', number)).out).toBe(`Report ${number} is resolved.\n`);
  expect(await bijli('quarantine', 'resolve', number)).toMatchObject({ code: 1, err: 'There is no such report.\n' });
  expect((await bijli('quarantine', 'resolve', 'all')).code).toBe(2);
  expect((await bijli('quarantine', 'list', '--limit', '0')).code).toBe(2);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openControlSocket } from '@bijli/charge-point/control-socket';
import { deleteLease, createLeaseTables, takeLease } from '#cluster/lease.store.ts';
import { SINGLE_NODE } from '#cluster/owners.ts';
import { thisProcess } from '#cluster/this-process.ts';
import { createJobQueues } from '#jobs/job-queues.ts';
import { systemClock } from '#kernel/clock.ts';
import { freePort } from '#kernel/free-port.ts';
import { hashOf } from '#kernel/ids.ts';
import { addSupplier } from '#modules/invoices/index.ts';
import { importStations } from '#modules/network/index.ts';
import { createMessageLog, createSecurityEvents } from '#modules/operations/index.ts';
import type { DisputeCause } from '#modules/sessions/sessions.tables.ts';
import { saveDispute, withdrawDispute } from '#modules/sessions/settling/disputes.store.ts';
import { commandLine } from '#testing/command-line.ts';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { networkOf } from '#testing/network-fixture.ts';
import { MUMBAI } from '#testing/supplier.ts';
import { demoControlSocket } from '../seed/demo-scenarios.ts';

const database = await testDatabase();
const { network, availability } = networkOf(database, systemClock);
const folder = mkdtempSync(join(tmpdir(), 'bijli-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bijli = commandLine(database, folder);

const row = {
  id: 'hub',
  name: 'Test Hub',
  address: 'Plot 4, Pune',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
  lat: 18.52,
  lng: 73.85,
  access: 'public',
  network: 'Bijli',
  amenities: [],
  autocharge: false,
  tariff: [],
  chargers: [],
};
beforeAll(async () => {
  await addSupplier(database, MUMBAI, systemClock.now());
  await importStations(database, systemClock.now(), [row, { ...row, id: 'depot' }]);
  await bijli('chargers', 'add', '--station', 'depot', '--id', 'DEPOT-1', '--connector', 'CCS2:60');
});

test('an operator imports a file and sees each refused row; a second run says that nothing has changed', async () => {
  const file = join(folder, 'stations.json');
  writeFileSync(
    file,
    JSON.stringify([
      { ...row, id: 'near' },
      { ...row, id: 'far', lat: 51.5 },
    ]),
  );
  const dry = await bijli('stations', 'import', file, '--dry-run');
  expect(dry).toEqual({
    code: 1,
    err: '',
    out: 'row 2 (far): position: 51.5, 73.85 is not in India\n2 stations: 1 new, 0 changed, 0 unchanged, 1 refused. Nothing was written.\n',
  });
  expect((await bijli('stations', 'import', file)).out).toContain(
    '2 stations: 1 new, 0 changed, 0 unchanged, 1 refused.\n',
  );
  expect((await bijli('stations', 'import', file)).out).toContain(
    '2 stations: 0 new, 0 changed, 1 unchanged, 1 refused.\n',
  );
});

test('an operator registers a charge point and is shown once how it connects', async () => {
  const { code, out, err } = await bijli(
    'chargers',
    'register',
    '--station',
    'hub',
    '--id',
    'IN-PUNE-7',
    '--connector',
    'CCS2:120',
    '--connector',
    'Type 2:22',
    '--price',
    '18.50',
    '--name',
    'Gate 7',
  );
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('wss://bijli.example/ocpp/IN-PUNE-7');
  expect(out).toContain('₹18.50 per kWh before GST for DC');
  const secret = /secret +(\S+)/.exec(out)?.[1] ?? '';
  expect(secret).toMatch(/^[\w-]{40}$/);
  expect(await network.findCredentials('IN-PUNE-7')).toMatchObject({
    passwordHash: hashOf(secret),
    admission: 'accepted',
  });
  expect(await availability.findConnectorForStart('IN-PUNE-7', 1)).toMatchObject({
    pricePaisePerKwh: 1850,
    ratedW: 120_000,
    current: 'DC',
  });
  expect(await availability.findConnectorForStart('IN-PUNE-7', 2)).toMatchObject({
    pricePaisePerKwh: undefined,
    current: 'AC',
  });

  const listed = await bijli('chargers', 'list', '--station', 'hub');
  expect(listed.out).toBe(
    'IN-PUNE-7  hub  CCS2 120 kW + Type 2 22 kW  registered, never heard\n1 chargers, 1 registered.\n',
  );
  expect(listed.out + (await bijli('chargers', 'list')).out).not.toContain(secret);
  expect(
    await bijli('chargers', 'register', '--station', 'hub', '--id', 'IN-PUNE-7', '--connector', 'CCS2:60'),
  ).toMatchObject({
    code: 1,
    err: 'Charger IN-PUNE-7 is registered already.\n',
  });
});

test('an operator requests an operation of a charge point, which a running server would send', async () => {
  const ask = (...args: string[]) => bijli('chargers', 'command', 'DEPOT-1', ...args);
  const { code, out } = await ask('Reset', '{"type":"Soft"}', '--wait', '0');
  expect([code, out]).toEqual([1, expect.stringMatching(/^Reset [\da-f-]{36}: asked \(is a server running\?\)\n$/)]);
  expect(await ask('Reset', '{"type":"Warm"}')).toMatchObject({
    code: 1,
    out: expect.stringContaining('refused, invalid: /type'),
  });
  expect(await ask('Rest')).toMatchObject({ code: 1, err: 'Rest is nothing that a charger can be asked for.\n' });
  expect(await ask('Reset', 'Soft')).toMatchObject({ code: 2 });
});

test('an operator reads the messages between a charge point and the server', async () => {
  const messages = createMessageLog({ database, clock: systemClock, log: testLog, days: 1 });
  const add = (at: string, more: object) =>
    messages.add({
      chargePointId: 'DEPOT-1',
      at: new Date(at),
      direction: 'received',
      action: 'Heartbeat',
      messageId: '1',
      frame: '[2,"1","Heartbeat",{}]',
      answerCode: 'CALLRESULT',
      answer: '[3,"1",{}]',
      latencyMs: 3,
      ...more,
    });
  add('2026-11-23T10:00:00Z', {});
  add('2026-11-23T10:00:05Z', { direction: 'sent', action: 'Reset', frame: 'two\nlines\u001b[2J', answer: null });
  await messages.close();
  const told = (...args: string[]) => bijli('chargers', 'log', ...args);
  expect((await told('DEPOT-1')).out).toBe(
    '2026-11-23T10:00:05.000Z > Reset two lines [2J no answer\n' +
      '2026-11-23T10:00:00.000Z < Heartbeat [2,"1","Heartbeat",{}] CALLRESULT in 3 ms: [3,"1",{}]\n2 messages.\n',
  );
  expect((await told('DEPOT-1', '--limit', '1')).out).toMatch(
    /Reset.+\nThe newest 1 messages; --limit shows more\.\n$/,
  );
  expect(await told('IN-PUNE-8')).toEqual({ code: 1, out: '', err: 'There is no charger IN-PUNE-8.\n' });
  expect((await told('DEPOT-1', '--since', '0.000001')).out).toBe('0 messages.\n');
  for (const wrong of [[], ['A', 'B'], ['A', '--limit', '1001'], ['A', '--since', 'noon']])
    expect((await told(...wrong)).code, wrong.join(' ')).toBe(2);
});

test('an operator reads the security events of a charger, newest first, one line each', async () => {
  const events = createSecurityEvents({ database, clock: systemClock, log: testLog });
  const report = { chargePointId: 'DEPOT-1', at: new Date('2026-11-23T09:00:00Z') };
  const receivedAt = (time: string) => new Date(`2026-11-23T${time}Z`);
  await events.saveOwnEvent({ ...report, type: 'StartupOfTheDevice', receivedAt: receivedAt('10:00:00') });
  await events.saveOwnEvent({ ...report, type: 'Tamper', techInfo: 'door\nopen', receivedAt: receivedAt('10:00:05') });
  const told = (...args: string[]) => bijli('chargers', 'events', ...args);
  const newest = '2026-11-23T10:00:05Z  Tamper: door open  at 2026-11-23T09:00:00Z\n';
  expect((await told('DEPOT-1')).out).toBe(
    `${newest}2026-11-23T10:00:00Z  StartupOfTheDevice  at 2026-11-23T09:00:00Z\n2 events.\n`,
  );
  expect((await told('DEPOT-1', '--limit', '1')).out).toBe(`${newest}The newest 1 events; --limit shows more.\n`);
  expect(await told('IN-PUNE-8')).toEqual({ code: 1, out: '', err: 'There is no charger IN-PUNE-8.\n' });
  for (const wrong of [[], ['A', 'B'], ['A', '--limit', '0']]) expect((await told(...wrong)).code).toBe(2);
});

test('an operator prints stickers for registered chargers, one for each connector', async () => {
  const out = join(folder, 'stickers.pdf');
  const pages = () => readFileSync(out, 'latin1').match(/\/Type \/Page\n/g)?.length;
  const qr = (...args: string[]) => bijli('chargers', 'qr', ...args, '--out', out);
  await importStations(database, systemClock.now(), [{ ...row, id: 'yard' }]);
  const register = (id: string, ...connectors: string[]) =>
    bijli(
      'chargers',
      'register',
      '--station',
      'yard',
      '--id',
      id,
      ...connectors.flatMap((one) => ['--connector', one]),
    );
  await register('YARD-1', 'CCS2:60', 'CCS2:60');
  await register('YARD-2', 'Type 2:22');

  const { code, out: said, err } = await qr('--station', 'yard');
  expect([code, err, said]).toEqual([0, '', `${out}: 3 stickers. Their codes lead to https://bijli.example.\n`]);
  expect(pages()).toBe(3);
  expect((await qr('YARD-2')).code).toBe(0);
  expect(pages()).toBe(1);
  expect((await qr()).out).toContain('stickers.');

  expect(await qr('YARD-9')).toMatchObject({ code: 1, err: 'There is no charger YARD-9.\n' });
  await importStations(database, systemClock.now(), [{ ...row, id: 'empty' }]);
  expect((await qr('--station', 'empty')).err).toContain('there is nothing to print');
  expect((await qr('--station', 'yard', 'YARD-1')).err).toContain('Name a station or chargers, not both.');
  expect((await bijli('chargers', 'qr')).err).toContain('--out is missing.');
  expect(pages()).toBeGreaterThan(0);
});

test('suppliers are added, one for each State, and listed; an invalid GSTIN is refused with a sentence [TAX-21]', async () => {
  const goa = ['--state', 'Goa', '--name', 'Bijli Goa', '--address', 'Plot 5, Panaji'];
  expect(await bijli('suppliers', 'add', ...goa, '--gstin', '27AAPFU0939F1ZV')).toEqual({
    code: 1,
    out: '',
    err: '27AAPFU0939F1ZV was given in Maharashtra, not in Goa.\n',
  });
  expect((await bijli('suppliers', 'add', ...goa, '--gstin', '30aapfu0939f1z8')).out).toBe(
    'Bijli Goa (30AAPFU0939F1Z8) issues tax invoices in Goa from now on.\n',
  );
  const { out } = await bijli('suppliers', 'list');
  expect(out.split('\n').map((line) => line.slice(0, 44).trim())).toEqual([
    'Goa                          30AAPFU0939F1Z8',
    'Karnataka                    29AAAAA0000A1Z5',
    'Maharashtra                  27AAPFU0939F1ZV',
    '',
  ]);
});

test('tokens are added, listed and blocked in upper or lower case; an invalid tag is refused with a sentence', async () => {
  const add = (tag: string) => bijli('tokens', 'add', '--tag', tag, '--label', 'Van 1');
  expect((await add('abc 1')).err).toBe('"abc 1" is no tag: 1 to 20 characters without spaces.\n');
  expect((await add('04a2b6')).out).toBe('04A2B6 may charge from now on and pays nothing.\n');
  expect((await bijli('tokens', 'block', '--tag', '04A2b6')).out).toBe('04A2B6 is blocked.\n');
  expect((await bijli('tokens', 'list')).out).toMatch(/^04A2B6 +since [\d-]{10}, blocked since [\d-]{10} {2}Van 1\n$/);
  expect((await bijli('tokens', 'unblock', '--tag', '04a2B6')).out).toBe('04A2B6 may charge again.\n');
  expect((await bijli('tokens', 'list')).out).toMatch(/^04A2B6 +since [\d-]{10} {2}Van 1\n$/);
  expect((await add('04A2B6')).code).toBe(0);
  expect((await bijli('tokens', 'list')).out).toMatch(/^04A2B6 +since [\d-]{10} {2}Van 1\n$/);
  expect((await bijli('tokens', 'add', '--tag', '04A2B6', '--label', 'Van 1', '--expires', '2026-03-31')).out).toBe(
    '04A2B6 expired on 2026-03-31; change that with --expires.\n',
  );
  const unknown = { code: 1, out: '', err: 'There is no token 04FF.\n' };
  expect(await bijli('tokens', 'block', '--tag', '04FF')).toEqual(unknown);
});

test('an empty ledger is right; problems with charges and series of documents are named, with exit code 1 [LEDGER-15, LEDGER-19]', async () => {
  expect(await bijli('ledger', 'check')).toEqual({ code: 0, out: 'The ledger adds up.\n', err: '' });
  await database.execute(sql`insert into invoices
    values ('EV/X/2', 'EV', 'X', 2, 'B-NONE', 'invoice', now(), now(), '998714', 0, 0, 0, 0, 0)`);
  const gap = 'invoice_counters EV/X: its counter stands at 0, but it has 1 documents with serials from 2 to 2';
  expect((await bijli('ledger', 'check')).out).toMatch(
    /^Continues from .*: 0 transfers since\. --full checks all\.\nThe ledger adds up\.\n$/,
  );
  const out = `invoices EV/X/2: it is for B-NONE, which is no session\n${gap}\n2 problems.\n`;
  expect(await bijli('ledger', 'check', '--full')).toEqual({ code: 1, out, err: '' });
});

test.each([
  ['an unknown command', ['stations', 'explode'], 'There is no command "stations explode".'],
  ['an unknown option', ['chargers', 'list', '--all'], "Unknown option '--all'"],
  ['a word too many', ['chargers', 'list', 'hub'], '"hub" is not understood: this command takes only options.'],
  ['no file', ['stations', 'import'], 'Name one file to import.'],
  ['a file that is not there', ['stations', 'import', '/nowhere.json'], '/nowhere.json cannot be read'],
  ['no station', ['chargers', 'register', '--id', 'X', '--connector', 'CCS2:60'], '--station is missing.'],
  ['no connector', ['chargers', 'register', '--id', 'X', '--station', 'hub'], '--connector is missing'],
  [
    'a connector without power',
    ['chargers', 'register', '--id', 'X', '--station', 'hub', '--connector', 'CCS2'],
    'write it as CCS2:120',
  ],
  [
    'a price in words',
    ['chargers', 'register', '--id', 'X', '--station', 'hub', '--connector', 'CCS2:60', '--price', 'cheap'],
    'such as 18.50',
  ],
  [
    'a short secret',
    ['chargers', 'register', '--id', 'X', '--station', 'hub', '--connector', 'CCS2:60', '--secret', 'abc'],
    '16 to 40 characters',
  ],
])('a command with %s is answered with a sentence and exit code 2', async (_, args, sentence) => {
  const { code, out, err } = await bijli(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(sentence);
});

test.each([
  ['chargers', 'list', '--station', 'far'],
  ['complaints', 'list', '--station', 'far'],
  ['faults', 'list', '--station', 'far'],
  ['chargers', 'certificate', 'list', 'FAR-1'],
  ['quarantine', 'list', '--charger', 'FAR-1'],
])('an unknown station or charger gives an error, not an empty list: %s %s', async (...args) => {
  expect(await bijli(...args)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^There is no (station far|charger FAR-1)\.\n$/),
  });
});

test('an unusable database is reported in one sentence, without the failed statement', async () => {
  const at = (url: string) => commandLine(database, folder, { DATABASE_URL: url })('chargers', 'list');
  const url = new URL(databaseUrl(database));
  const away = new URL(url);
  away.port = String(await freePort());
  expect(await at(away.href)).toEqual({
    code: 1,
    out: '',
    err: `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${away.port}. Does it run, and is DATABASE_URL right?\n`,
  });
  const other = new URL(url);
  other.pathname = '/nowhere';
  expect((await at(other.href)).err).toBe('The database refuses this: database "nowhere" does not exist.\n');
});

test('the commands of one subject are listed', async () => {
  const ofJobs = expect.stringMatching(/^npm run bijli .*\n\n {2}jobs list .*\n {2}jobs retry .*\n$/);
  expect(await bijli('jobs', '--help')).toEqual({ code: 0, err: '', out: ofJobs });
  expect(await bijli('help', 'jobs')).toEqual({ code: 0, err: '', out: ofJobs });
  expect((await bijli('help', 'jobs', 'retry')).out).toContain('npm run bijli -- jobs retry ID');
  expect(await bijli('--help', 'jobs', 'retry')).toEqual(await bijli('help', 'jobs', 'retry'));
  expect(await bijli('jobs', 'lst')).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^There is no command "jobs lst"\.\n\n.*\n\n {2}jobs list .*\n {2}jobs retry .*\n$/),
  });
});

test('every command has a help text, and docs/commands.md lists it', async () => {
  const list = await bijli('--help');
  expect(list.code).toBe(0);
  const names = [...list.out.matchAll(/^ {2}(\w+ \w+)/gm)].map(([, name]) => name ?? '');
  expect(names).toEqual([
    'stations import',
    'chargers add',
    'chargers register',
    'chargers list',
    'chargers show',
    'chargers qr',
    'chargers log',
    'chargers events',
    'chargers command',
    'chargers configure',
    'chargers secret',
    'chargers certificate',
    'chargers revoke',
    'chargers retire',
    'chargers update',
    'chargers fetch',
    'firmware add',
    'firmware list',
    'firmware retire',
    'faults list',
    'faults end',
    'faults rule',
    'sessions list',
    'ledger check',
    'payments list',
    'refunds list',
    'complaints list',
    'disputes list',
    'disputes resolve',
    'quarantine list',
    'quarantine resolve',
    'products import',
    'delivery import',
    'orders list',
    'orders show',
    'orders ship',
    'orders refund',
    'reviews list',
    'reviews publish',
    'reviews reject',
    'suppliers add',
    'suppliers list',
    'tokens add',
    'tokens list',
    'tokens block',
    'tokens unblock',
    'staff add',
    'staff list',
    'staff disable',
    'staff reset',
    'audit list',
    'jobs list',
    'jobs retry',
    'demo evening',
    'demo outage',
    'demo liar',
    'demo normal',
  ]);
  const document = readFileSync(new URL('../../../../docs/commands.md', import.meta.url), 'utf8');
  const summaries = list.out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) +(?:Demo: )?([A-Za-z].*)$/gm);
  const listed = [...document.matchAll(/^\| `([\w ]+)` \| (.+) \|$/gm)];
  expect(
    listed.map(([, name, what]) => `${name}: ${what?.replaceAll('`', '').replaceAll("'", '’')}`).toSorted(),
  ).toEqual(
    [...summaries].map(([, name, what = '']) => `${name}: ${what.charAt(0).toLowerCase()}${what.slice(1)}`).toSorted(),
  );
  for (const name of names) {
    const help = await bijli(...name.split(' '), '--help');
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain(`npm run bijli -- ${name}`);
  }
});

test('an operator reads drivers’ complaints, newest first, one line each whatever the comment contains', async () => {
  expect((await bijli('complaints', 'list')).out).toBe('0 complaints.\n');
  await database.execute(sql`insert into drivers (mobile, created_at) values ('9777000009', now())`);
  await database.execute(sql`
    insert into fault_reports (reference, driver_id, station_id, charger_id, connector, booking_id, kind, comment, reported_at)
    select v.reference, d.id, 'hub', v.charger, v.connector, v.booking, v.kind, v.comment, v.at::timestamptz
    from drivers d, (values
      ('F-AAAA2222', null, null::int, null, 'blocked', '', '2026-11-20T08:00:00Z'),
      ('F-BBBB3333', 'FAST-1', 2, 'B-ONE', 'damaged', E'Broken\n\x1b[31mhandle', '2026-11-20T09:00:00Z')
    ) v(reference, charger, connector, booking, kind, comment, at) where d.mobile = '9777000009'`);
  const lines = (await bijli('complaints', 'list')).out.split('\n');
  expect(lines).toEqual([
    'F-BBBB3333  2026-11-20T09:00:00Z  damaged  hub FAST-1 connector 2  B-ONE  "Broken [31mhandle"',
    'F-AAAA2222  2026-11-20T08:00:00Z  blocked  hub',
    '2 complaints.',
    '',
  ]);
  expect((await bijli('complaints', 'list', '--limit', '1')).out).toContain(
    'The newest 1 complaints; --limit shows more.',
  );
  expect((await bijli('complaints', 'list', '--station', 'depot')).out).toBe('0 complaints.\n');
  expect((await bijli('complaints', 'list', '--limit', 'many')).code).toBe(2);
});

test('an operator reads the energy that was not billed, and marks it as resolved', async () => {
  expect((await bijli('disputes', 'list')).out).toBe('0 disputes.\n');
  const noted = (cause: DisputeCause, energyWh: number, at: string, endedAt: Date | null) =>
    saveDispute(database, {
      bookingId: null,
      chargePointId: 'FAST-1',
      connector: 2,
      transactionId: 1000,
      cause,
      energyWh,
      beganAt: new Date('2026-11-20T08:00:00Z'),
      endedAt,
      notedAt: new Date(at),
    });
  await noted('refused_start', 120, '2026-11-20T08:01:00Z', null);
  await noted('suspect_meter', 5000, '2026-11-20T08:02:00Z', null);
  await noted('refused_start', 338, '2026-11-20T08:05:00Z', new Date('2026-11-20T08:05:00Z'));
  const about = 'FAST-1 connector 2  transaction 1000  no session  2026-11-20T08:00:00Z to';
  expect((await bijli('disputes', 'list')).out.split('\n')).toEqual([
    `2  2026-11-20T08:02:00Z  suspect_meter  5.000 kWh  ${about} now`,
    `1  2026-11-20T08:01:00Z  refused_start  0.338 kWh  ${about} 2026-11-20T08:05:00Z`,
    '2 disputes.',
    '',
  ]);
  const resolve = () => bijli('disputes', 'resolve', '1', '--note', 'stopped by hand');
  expect(await resolve()).toEqual({ code: 0, out: 'Dispute 1 is resolved.\n', err: '' });
  expect(await resolve()).toEqual({ code: 1, out: '', err: 'No such dispute waits for a person.\n' });
  expect((await bijli('disputes', 'list')).out).toMatch(/^2 .*\n1 disputes\.\n$/);
  expect((await bijli('disputes', 'list', '--all')).out).toContain('"stopped by hand"');
  // The same dispute again changes nothing. If it has grown, it is open again.
  await noted('refused_start', 338, '2026-11-20T08:06:00Z', null);
  expect((await bijli('disputes', 'list')).out).toContain('1 disputes.');
  await noted('refused_start', 339, '2026-11-20T08:06:00Z', null);
  await withdrawDispute(database, 1000, 'suspect_meter', new Date('2026-11-20T08:07:00Z'));
  expect((await bijli('disputes', 'list')).out).toMatch(/^1 .*0\.339 kWh.*\n1 disputes\.\n$/);
  expect(await bijli('disputes', 'resolve', 'one', '--note', 'x')).toMatchObject({ code: 2 });
  expect(await bijli('disputes', 'resolve', '2')).toMatchObject({ code: 2 });
});

test('while a server of an older release runs, the command line does not change its tables', async () => {
  const server = thisProcess();
  const missing = sql`select max(id) as id from drizzle.__drizzle_migrations`;
  await createLeaseTables(database);
  await takeLease(database, server, 60_000);
  const [last] = (
    await database.execute<{ id: number; hash: string; created_at: string }>(sql`
    delete from drizzle.__drizzle_migrations where id in (${missing}) returning id, hash, created_at`)
  ).rows;
  expect(await bijli('chargers', 'list')).toMatchObject({
    code: 1,
    err: expect.stringContaining('A server of an older release is running on this database: 1 migrations are missing.'),
  });
  await database.execute(sql`
    insert into drizzle.__drizzle_migrations (id, hash, created_at)
    values (${last?.id}, ${last?.hash}, ${last?.created_at})`);
  expect((await bijli('chargers', 'list')).code).toBe(0);
  await deleteLease(database, server.id);
});

test('scenarios of the demo reach the fleet on the data folder, and an impossible one is reported', async () => {
  const alone = await bijli('demo', 'normal');
  expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('No demo with simulated chargers is running') });
  const played: unknown[] = [];
  await openControlSocket(demoControlSocket(folder), (scenario) => {
    if ((scenario as { busyShare?: number }).busyShare === 1) throw new Error('Nobody charges by card at this fleet.');
    played.push(scenario);
  });
  const outage = await bijli('demo', 'outage', '--city', 'pune');
  expect(outage.out).toMatch(/^The \d+ chargers of pune have lost their link\.\n$/);
  await bijli('demo', 'evening');
  const [charger] = (played[0] as { offline: string[] }).offline;
  await bijli('demo', 'liar', '--charger', String(charger));
  await bijli('demo', 'normal');
  expect(played).toEqual([
    { offline: expect.arrayContaining([charger]) },
    { busyShare: 0.75 },
    { refusing: [charger] },
    {},
  ]);
  expect(await bijli('demo', 'evening', '--percent', '100')).toMatchObject({
    code: 1,
    err: 'Nobody charges by card at this fleet.\n',
  });
  expect((await bijli('demo', 'outage', '--city', 'Atlantis')).err).toContain('The demo has no station in Atlantis.');
  expect((await bijli('demo', 'evening', '--percent', 'x')).code).toBe(2);
  expect((await bijli('demo', 'liar', '--charger', 'X-1')).code).toBe(2);
});

test('an operator sees which background jobs failed and why, and has one or all tried again', async () => {
  expect((await bijli('jobs', 'list')).out).toBe('No job has failed.\n');
  const jobs = createJobQueues({ database, clock: systemClock, log: testLog, owners: SINGLE_NODE });
  let isBroken = true;
  const done: string[] = [];
  const run = async (key: string): Promise<void> => {
    if (isBroken) throw new Error('The mail server is away.');
    done.push(key);
  };
  const retries = { count: 0, firstMs: 0, maxMs: 1000 };
  await jobs.open([{ name: 'letters', run, pollEveryMs: 1000, maxRunMs: 1000, retries }]);
  await jobs.add(database, 'letters', 'B-1');
  await jobs.runDue('letters');

  const { out } = await bijli('jobs', 'list');
  expect(out).toMatch(/^[\da-f-]{36} {2}letters B-1 {2}tried once, until 20.*Z {2}The mail server is away\.\n$/);
  isBroken = false;
  expect(await bijli('jobs', 'retry', out.slice(0, 36))).toMatchObject({ code: 0 });
  expect(await bijli('jobs', 'retry', out.slice(0, 36))).toMatchObject({ code: 1 });
  expect(await bijli('jobs', 'retry', 'B-1')).toMatchObject({ code: 2 });
  await jobs.runDue('letters');
  expect(done).toEqual(['B-1']);

  isBroken = true;
  for (const key of ['B-2', 'B-3']) await jobs.add(database, 'letters', key);
  await jobs.runDue('letters');
  isBroken = false;
  expect(await bijli('jobs', 'retry', '--all', out.slice(0, 36))).toMatchObject({ code: 2 });
  expect(await bijli('jobs', 'retry', '--all')).toMatchObject({
    code: 0,
    out: '2 failed jobs will be tried again.\n',
  });
  expect((await bijli('jobs', 'list')).out).toBe('No job has failed.\n');
  await jobs.runDue('letters');
  expect(done.toSorted()).toEqual(['B-1', 'B-2', 'B-3']);
  await jobs.close();
});

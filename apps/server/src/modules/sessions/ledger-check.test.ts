import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listProblemsIn } from '#modules/ledger/ledger-problems.store.ts';
import { rowsNamedSinceCheckpoint } from '#testing/problems-since-checkpoint.ts';
import { sessionsFixture, type Begun } from '#testing/sessions-fixture.ts';
import { SESSION_RULES, type Sessions } from './index.ts';
import { sessionsCheck } from './ledger-check.store.ts';

const fixture = await sessionsFixture();
const { clock, database, begun, metered, stopped } = fixture;
afterAll(() => fixture.close());

/** One session that runs, and others that have ended in every way there is. */
async function sessionsOfEveryKind() {
  const sessions = fixture.server();
  const driver = (number: number, paise: number) => fixture.driver(`930000010${number}`, paise);

  const paid = await begun(sessions, await driver(1, 50_000));
  clock.advance(MINUTE_MS);
  await stopped(sessions, paid, 3000);
  // 5 units cost 8850 paise, the 5.1 of 7 that are billed 9028: wallet and company pay the difference.
  const overrun = await begun(sessions, await driver(2, 9_000));
  clock.advance(600_000);
  await stopped(sessions, overrun, 8000);
  const up = await begun(sessions, await driver(3, 50_000));
  await fallsSilentAt(sessions, up, 3000);
  await stopped(sessions, up, 4000);
  const down = await begun(sessions, await driver(4, 50_000));
  await fallsSilentAt(sessions, down, 3000);
  // The last sample was read too high.
  await stopped(sessions, down, 2500);
  const failing = await driver(5, 50_000);
  const { bookingId: failed } = await sessions.start({
    driverId: failing,
    chargePointId: 'FAST-1',
    connector: 1,
    boughtWh: 5000,
  });
  await sessions.stop(failing, failed);
  const running = await begun(sessions, await driver(6, 50_000));
  await sessions.close();

  return {
    running: running.bookingId,
    paid: paid.bookingId,
    overrun: overrun.bookingId,
    up: up.bookingId,
    down: down.bookingId,
    failed,
  };
}

/** A sample, and then nothing for so long that the session is closed on what is known. */
async function fallsSilentAt(sessions: Sessions, charge: Begun, registerWh: number): Promise<void> {
  clock.advance(MINUTE_MS);
  await metered(sessions, charge, registerWh);
  clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
}

/** Rows that the check names after a statement that no code of ours would run, which is undone again. */
async function namedAfter(statement: string, by: 'every check' | 'a check in full' = 'every check'): Promise<string[]> {
  let rows: string[] = [];
  const undo = new Error('to undo it');
  const tampered = database.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute(`alter table invoices drop constraint invoice_total; ${statement}`);
    rows = (await listProblemsIn(tx, sessionsCheck)).map(({ row }) => row);
    const onward = await rowsNamedSinceCheckpoint(tx, sessionsCheck);
    if (by === 'every check') expect(onward.toSorted()).toEqual(rows.toSorted());
    throw undo;
  });
  await tampered.catch((error: unknown) => (error === undo ? undefined : Promise.reject(error)));
  return rows;
}

const booking = await sessionsOfEveryKind();
const { rows: numbers } = await database.execute(`select number from invoices where reference = '${booking.paid}'`);
const invoice = String(numbers[0]?.['number']);

test('sessions that ended in every possible way pass the check [TAX-12]', async () => {
  const kinds = await database.execute('select kind, count(*)::int from invoices group by kind order by kind');
  expect(kinds.rows).toEqual([
    { kind: 'credit_note', count: 1 },
    { kind: 'invoice', count: 4 },
    { kind: 'supplement', count: 1 },
  ]);
  expect(await listProblemsIn(database, sessionsCheck)).toEqual([]);
});

const charge = (name: keyof typeof booking) => `charging_sessions ${booking[name]}`;

test('a settled session without an invoice is named, for its money and for its energy [LEDGER-15]', async () => {
  expect(await namedAfter(`delete from invoices where number = '${invoice}'`)).toEqual([
    charge('paid'),
    charge('paid'),
  ]);
});

test.each(['held', 'captured'])('a session that failed and whose hold is still %s is named', async (state) => {
  const statement = `update holds set state = '${state}' where reference = '${booking.failed}'`;
  expect(await namedAfter(statement)).toEqual([charge('failed')]);
});

test('a running session without a hold is named, and so is a settled one that still has it [LEDGER-15]', async () => {
  expect(await namedAfter(`update holds set state = 'released' where reference = '${booking.running}'`)).toEqual([
    charge('running'),
  ]);
  expect(await namedAfter(`update holds set state = 'held' where reference = '${booking.paid}'`)).toEqual([
    charge('paid'),
  ]);
});

test('a hold that is missing, has another amount, or belongs to another driver or to nobody is named', async () => {
  expect(await namedAfter(`update holds set amount_paise = 1 where reference = '${booking.running}'`)).toEqual([
    charge('running'),
  ]);
  expect(await namedAfter(`update holds set driver_id = driver_id - 1 where reference = '${booking.running}'`)).toEqual(
    [charge('running')],
  );
  expect(
    await namedAfter(`update holds set reference = 'B-NONE' where reference = '${booking.running}'`, 'a check in full'),
  ).toEqual(expect.arrayContaining([charge('running'), 'holds B-NONE']));
});

test.each([
  ['the invoice of a session', 'paid', 'invoice'],
  ['the invoice of one that the house helped to pay', 'overrun', 'invoice'],
  ['a supplement', 'up', 'supplement'],
  ['a credit note', 'down', 'credit_note'],
] as const)('a session is named when %s does not match the payment [LEDGER-15]', async (_, name, kind) => {
  for (const column of ['amount_paise', 'cgst_paise', 'sgst_paise', 'total_paise']) {
    const of = `where reference = '${booking[name]}' and kind = '${kind}'`;
    expect(await namedAfter(`update invoices set ${column} = ${column} + 1 ${of}`), column).toEqual([charge(name)]);
  }
});

test('a document with IGST for a payer of the same State, or with CGST and SGST for another State, is named [TAX-26]', async () => {
  const registered = (gstin: string) =>
    namedAfter(`update charging_sessions set payer_gstin = '${gstin}' where booking_id = '${booking.paid}'`);
  expect(await registered('29AAPFU0939F1ZR')).toEqual([]);
  expect(await registered('27AAPFU0939F1ZV')).toEqual([`invoices ${invoice}`]);
  expect(await namedAfter(`update invoices set igst_paise = 1 where number = '${invoice}'`)).toEqual([
    charge('paid'),
    `invoices ${invoice}`,
  ]);
});

test.each(['capture', 'overrun', 'adjustment'])('money that a %s moved without a document is named', async (kind) => {
  const { rows } = await database.execute(
    `select id, reference from ledger_transfers where kind = '${kind}' order by id limit 1`,
  );
  const [{ id, reference } = {}] = rows;
  expect(await namedAfter(`delete from ledger_entries where transfer_id = ${id}`)).toEqual([
    `charging_sessions ${reference}`,
  ]);
});

test('a second invoice for nothing, and documents for other energy than was delivered, are named', async () => {
  const copy = `insert into invoices select 'EV/X/1', series, 'X', 1, reference, kind, issued_on, issued_at, tax_code, 0, 0, 0, 0, 0
    from invoices where number = '${invoice}'`;
  expect(await namedAfter(copy)).toEqual([charge('paid')]);
  expect(await namedAfter(`update invoices set energy_wh = 1 where number = '${invoice}'`)).toEqual([charge('paid')]);
});

test('a session that is billed more than the purchase plus 2 %, or whose disputed energy is not recorded, is named', async () => {
  const session = `update charging_sessions set energy_wh = 5101 where booking_id = '${booking.overrun}'`;
  const documents = `update invoices set energy_wh = 5101 where reference = '${booking.overrun}'`;
  expect(await namedAfter(`${session}; ${documents}`)).toEqual([charge('overrun')]);
  expect((await namedAfter('delete from disputed_energy')).toSorted()).toEqual(
    [charge('down'), charge('overrun')].toSorted(),
  );
});

test('a document of a running session, and one without a session, are named', async () => {
  const document = (number: number, reference: string) => `insert into invoices
    values ('EV/X/${number}', 'EV', 'X', ${number}, '${reference}', 'invoice', now(), now(), '998714', 0, 0, 0, 0, 0)`;
  expect(await namedAfter(document(1, booking.running))).toEqual([charge('running')]);
  expect(await namedAfter(document(2, 'B-NONE'), 'a check in full')).toEqual(['invoices EV/X/2']);
});

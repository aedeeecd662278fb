import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { invoicesCheck } from '#modules/invoices/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { sessionsFixture, PLACE, type Begun } from '#testing/sessions-fixture.ts';
import { SESSION_RULES, sessionsCheck, type Sessions } from '../index.ts';

let fixture: Awaited<ReturnType<typeof sessionsFixture>>;
let sessions: Sessions;
let drivers: [number, number];

/** The series begin anew with each test. */
beforeEach(async () => {
  fixture = await sessionsFixture();
  sessions = fixture.server();
  drivers = [await fixture.driver('9400000101', 100_000), await fixture.driver('9400000102', 100_000)];
  await fixture.reports(sessions, { ...fixture.says('Available'), connector: 2 });
  return async () => {
    await sessions.close();
    await fixture.close();
  };
});

/**
 * A session of 5 units at each connector of the charge point, begun at register 1000 Wh, with half an hour behind it.
 */
async function bothSessions(): Promise<[Begun, Begun]> {
  const begun = async (driverId: number, connector: number): Promise<Begun> => {
    const { bookingId, start } = await fixture.asked(sessions, driverId, { ...PLACE, connector });
    return { driverId, bookingId, ...(await sessions.started(start)) };
  };
  const both: [Begun, Begun] = [await begun(drivers[0], 1), await begun(drivers[1], 2)];
  fixture.clock.advance(30 * MINUTE_MS);
  return both;
}

/**
 * Ends both at once; the database does not take the first one, which has its number by then, and takes it the next
 * time.
 */
async function bothStop([first, second]: [Begun, Begun], meterStopWh: number): Promise<void> {
  await fixture.database.$client.query(`create trigger refused before update on charging_sessions for each row
    when (new.state = 'completed' and new.booking_id = '${first.bookingId}') execute function refuse_change()`);
  const outcomes = await Promise.allSettled([first, second].map((one) => fixture.stopped(sessions, one, meterStopWh)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await fixture.database.$client.query('drop trigger refused on charging_sessions');
  await fixture.stopped(sessions, first, meterStopWh);
}

const numbersOf = async (series: string): Promise<unknown[]> => {
  const documents = await fixture.database.$client.query(
    'select number from invoices where series = $1 order by number',
    [series],
  );
  return documents.rows.map(({ number }) => number as unknown);
};
const documentsOf = async ({ bookingId }: Begun): Promise<[string, string][]> =>
  (await fixture.history.listTaxDocuments(bookingId)).map(({ number, issuedOn }) => [number, issuedOn]);

test('invoices of sessions that end at once, one of them after a failed settlement, have no gap [TAX-15]', async () => {
  await bothStop(await bothSessions(), 2000);
  expect(await numbersOf('EV29')).toEqual(['EV29/2627/000001', 'EV29/2627/000002']);
  expect(await listLedgerProblems(fixture.database, [walletCheck, sessionsCheck, invoicesCheck])).toEqual([]);
});

test('credit notes of sessions that are corrected at once, one of them after a failure, have no gap [TAX-15]', async () => {
  const both = await bothSessions();
  for (const one of both) await fixture.metered(sessions, one, 2000);
  fixture.clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  expect(await numbersOf('EV29')).toHaveLength(2);
  await bothStop(both, 1900);
  expect(await numbersOf('EC29')).toEqual(['EC29/2627/000001', 'EC29/2627/000002']);
  expect(await listLedgerProblems(fixture.database, [walletCheck, sessionsCheck, invoicesCheck])).toEqual([]);
});

test('a late StopTransaction with the energy that was billed issues no document', async () => {
  const [session, other] = await bothSessions();
  for (const one of [session, other]) await fixture.metered(sessions, one, 2000);
  fixture.clock.advance(SESSION_RULES.noSampleMs);
  await sessions.checkSessions();
  await fixture.stopped(sessions, session, 2000);
  expect(await documentsOf(session)).toHaveLength(1);
  expect(await numbersOf('EC29')).toEqual([]);
});

test('a session that ends before midnight of 31 March in India belongs to the old year, and after it to the new one [TAX-16, TAX-17]', async () => {
  fixture.clock.advance(Date.parse('2027-03-31T17:59:00Z') - fixture.clock.now().getTime());
  const [early, late] = await bothSessions();
  expect(fixture.clock.now().toISOString()).toBe('2027-03-31T18:29:00.000Z');
  await fixture.stopped(sessions, early, 2000);
  fixture.clock.advance(2 * MINUTE_MS);
  await fixture.stopped(sessions, late, 2000);
  expect(await documentsOf(early)).toEqual([['EV29/2627/000001', '2027-03-31']]);
  expect(await documentsOf(late)).toEqual([['EV29/2728/000001', '2027-04-01']]);
});

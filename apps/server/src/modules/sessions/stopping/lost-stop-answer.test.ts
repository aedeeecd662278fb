import { afterAll, expect, test } from 'vitest';
import { socketEvent } from '@bijli/contract/realtime';
import { SECOND_MS } from '#kernel/durations.ts';
import { listInvoicesOf } from '#modules/invoices/index.ts';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';
import { loseNextCommit } from '#testing/statements.ts';
import { SESSION_RULES } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, sent, says } = fixture;
afterAll(() => fixture.close());

const stopsSent = (bookingId: string) => sent.filter(({ event }) => event === socketEvent.stop(bookingId)).length;

test('a stop that was stored and whose answer was lost is shown to the driver when it is repeated, and its connector is free [TAX-10]', async () => {
  const [driverId, nextId] = [await fixture.driver('9400000001', 50_000), await fixture.driver('9400000002', 50_000)];
  const server = fixture.server();
  const session = await fixture.begun(server, driverId);
  clock.advance(30 * SECOND_MS);
  const lost = loseNextCommit(database);
  await expect(fixture.stopped(server, session, 2000)).rejects.toThrow();
  await lost;
  // It is over in the books, and nobody has heard of it.
  expect(await server.findOfDriver(driverId, session.bookingId)).toMatchObject({ state: 'completed', energyWh: 1000 });
  expect(stopsSent(session.bookingId)).toBe(0);

  await fixture.stopped(server, session, 2000);
  expect(stopsSent(session.bookingId)).toBe(1);
  expect(server.findLive(driverId, session.bookingId)).toBeUndefined();
  expect(await listInvoicesOf(database, session.bookingId)).toHaveLength(1);
  expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000 - 1770, heldPaise: 0 });

  const next = await fixture.begun(server, nextId);
  await fixture.stopped(server, next, 1000);
  // One more of the first has nothing to tell any more.
  await fixture.stopped(server, session, 2000);
  expect(stopsSent(session.bookingId)).toBe(1);
  await server.close();
});

test('a session that we closed, and whose commit was not confirmed, leaves nothing behind', async () => {
  const driverId = await fixture.driver('9400000003', 50_000);
  const server = fixture.server();
  const session = await fixture.begun(server, driverId);
  await server.statusChanged(says('Available'));
  // What is looked for once a minute has had its turn, and does not come upon the lost commit in the same round.
  clock.advance(SESSION_RULES.endHintMs - SECOND_MS);
  await server.checkSessions();
  clock.advance(SECOND_MS);
  const lost = loseNextCommit(database);
  await server.checkSessions();
  await lost;
  expect(stopsSent(session.bookingId)).toBe(0);
  await server.checkSessions();
  expect(stopsSent(session.bookingId)).toBe(1);
  expect(await server.findLiveValues(driverId, PLACE.chargePointId, PLACE.connector)).toBeUndefined();
  await server.close();
});

test('an ended session that no charge point reports again leaves memory within a minute', async () => {
  const driverId = await fixture.driver('9400000004', 50_000);
  const server = fixture.server();
  await server.resume();
  const session = await fixture.begun(server, driverId);
  const lost = loseNextCommit(database);
  await expect(fixture.stopped(server, session, 1500)).rejects.toThrow();
  await lost;
  expect(server.findLive(driverId, session.bookingId)).toBeDefined();
  clock.advance(60 * SECOND_MS);
  await server.checkSessions();
  expect(stopsSent(session.bookingId)).toBe(1);
  expect(server.findLive(driverId, session.bookingId)).toBeUndefined();
  await server.close();
});

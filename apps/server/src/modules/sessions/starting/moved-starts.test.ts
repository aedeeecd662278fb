import { afterAll, expect, test } from 'vitest';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { PLACE, sessionsFixture } from '#testing/sessions-fixture.ts';
import { sessionEvent, sessionsCheck } from '../index.ts';

const fixture = await sessionsFixture();
const { database, events, sent, wallet } = fixture;
afterAll(() => fixture.close());

test('a start on a connector that is taken is rejected and its money is free again, together or not at all', async () => {
  const server = fixture.server();
  await fixture.online(PLACE.chargePointId, 2);
  const [driverId, other] = [await fixture.driver('9430000001', 50_000), await fixture.driver('9430000002', 50_000)];
  await fixture.asked(server, other, { ...PLACE, connector: 2 });
  const { bookingId, start } = await fixture.asked(server, driverId);
  const there = { ...start, connector: 2 };
  const endReasonNow = async () => (await server.findOfDriver(driverId, bookingId))?.endReason;

  let isBroken = true;
  events.on(sessionEvent, async (_, { kind }) => {
    if (isBroken && kind === 'failed') throw new Error('The server has ended.');
  });
  await expect(server.started(there)).rejects.toThrow('The server has ended.');
  expect(await endReasonNow()).toBe(null);

  // The charge point had no answer, so it sends its start again.
  isBroken = false;
  sent.length = 0;
  const answer = await server.started(there);
  expect(answer).toMatchObject({ status: 'Invalid' });
  expect(await endReasonNow()).toBe('start_elsewhere');
  expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });
  expect(sent.map((one) => one.driverId)).toEqual([driverId]);
  expect(await server.started(there)).toEqual(answer);
  expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
  await server.close();
});

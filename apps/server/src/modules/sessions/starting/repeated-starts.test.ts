import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionsFixture } from '#testing/sessions-fixture.ts';
import type { Sessions } from '../index.ts';

let fixture: Awaited<ReturnType<typeof sessionsFixture>>;
let server: Sessions;
let driverId: number;

beforeEach(async () => {
  fixture = await sessionsFixture();
  server = fixture.server();
  driverId = await fixture.driver('9300000001', 50_000);
});
afterEach(() => fixture.close());

/**
 * The cable comes; settles when the charge point has been asked so often in all, which what follows from it in the
 * background may do.
 */
async function plugged(asked: number): Promise<void> {
  await fixture.reports(server, fixture.says('Preparing'));
  while (fixture.askedToStart.length < asked) await server.listOpenOfDriver(driverId);
  // Once more as long, for what should not happen.
  for (let times = 0; times < 5; times += 1) await server.listOpenOfDriver(driverId);
  expect(fixture.askedToStart).toHaveLength(asked);
}

test('a start that the charge point dropped by its own time-out is sent again with the same tag when the cable is plugged in', async () => {
  await fixture.configured(server, { ConnectionTimeOut: '30' });
  const { start } = await fixture.asked(server, driverId);
  fixture.clock.advance(29_000);
  await plugged(1);
  await fixture.reports(server, fixture.says('Available'));
  fixture.clock.advance(1_000);
  await plugged(2);
  expect(fixture.askedToStart).toEqual([start.idTag, start.idTag]);
  // From then on the charge point's time-out counts anew.
  fixture.clock.advance(29_000);
  await plugged(2);
  fixture.clock.advance(5_000);
  expect(await server.started({ ...start, at: fixture.clock.now(), receivedAt: fixture.clock.now() })).toMatchObject({
    status: 'Accepted',
  });
  fixture.clock.advance(60_000);
  await plugged(2);
});

test('a dropped start is sent again once, however often the charge point reports the cable', async () => {
  await fixture.configured(server, { ConnectionTimeOut: '30' });
  await fixture.asked(server, driverId);
  await plugged(1);
  fixture.clock.advance(30_000);
  await Promise.all([1, 2, 3].map(() => server.statusChanged(fixture.says('Preparing'))));
  await plugged(2);
});

test('a start that the charge point lost in a restart is sent again when it reports the cable', async () => {
  const { start } = await fixture.asked(server, driverId);
  await plugged(1);
  await server.booted(start);
  await plugged(2);
});

test('a start at a charge point that reports no time-out, or has none, is sent once', async () => {
  await fixture.configured(server, { ConnectionTimeOut: '0', HeartbeatInterval: '5' });
  await fixture.asked(server, driverId);
  fixture.clock.advance(89_000);
  await plugged(1);
});

test('a restarted server sends the start again in the same way, and not at all after its time has passed', async () => {
  await fixture.configured(server, { connectiontimeout: '30' });
  const { bookingId } = await fixture.asked(server, driverId);
  const next = fixture.server();
  await next.resume();
  fixture.clock.advance(40_000);
  server = next;
  await plugged(2);
  await next.stop(driverId, bookingId);
  fixture.clock.advance(40_000);
  await plugged(2);
  await next.close();
});

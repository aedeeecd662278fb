import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { sessionsFixture } from '#testing/sessions-fixture.ts';

const fixture = await sessionsFixture();
const { clock, reports, says } = fixture;
const server = fixture.server();
afterAll(async () => {
  await server.close();
  await fixture.close();
});

/** The state of a session a while after the last report. */
async function stateAfter(minutes: number, { driverId, bookingId }: { driverId: number; bookingId: string }) {
  await server.checkSessions();
  clock.advance(minutes * MINUTE_MS);
  await server.checkSessions();
  return (await server.findOfDriver(driverId, bookingId))?.state;
}

test.each([
  ['Available', '9410000001'],
  ['Available Preparing', '9410000002'],
])(
  'a session whose car pauses survives a boot of its charge point that reports its connector as %s first',
  async (atBoot, mobile) => {
    const running = await fixture.charging(server, await fixture.driver(mobile, 500_000));
    clock.advance(MINUTE_MS);
    await fixture.metered(server, running, 1500);
    await reports(server, says('SuspendedEV'));
    clock.advance(MINUTE_MS);
    await server.booted({ chargePointId: says('').chargePointId });
    for (const status of [...atBoot.split(' '), 'SuspendedEV']) await reports(server, says(status));
    expect(await stateAfter(30, running)).toBe('suspended');
    await reports(server, says('Finishing'));
    expect(await stateAfter(3, running)).toBe('completed');
  },
);

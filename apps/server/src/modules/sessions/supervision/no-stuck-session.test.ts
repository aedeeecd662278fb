import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { ledgerCheck } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { sessionsFixture, type Begun } from '#testing/sessions-fixture.ts';
import type { StartReport } from '../charge-points.ts';
import { SESSION_RULES, sessionsCheck, type Sessions } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, says, link } = fixture;
afterAll(() => fixture.close());

const FREE_PAISE = 50_000;
let mobile = 9_460_000_000;

/** What a driver, a charge point, its link and the server may do, in any order. */
const step = fc.oneof(
  fc.record({ what: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ what: fc.constantFrom('lose' as const, 'return' as const, 'restart' as const, 'press' as const) }),
  /** StartTransaction, stamped so many minutes ago. */
  fc.record({ what: fc.constant('begin' as const), minutesAgo: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ what: fc.constantFrom('sample' as const, 'stop' as const), addedWh: fc.integer({ min: 0, max: 3000 }) }),
  fc.record({
    what: fc.constant('say' as const),
    status: fc.constantFrom('Available', 'Preparing', 'Charging', 'SuspendedEV', 'Finishing', 'Faulted'),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One start of one driver and whatever befalls it. */
class Course {
  #server: Sessions = fixture.server();
  #registerWh = 1000;
  #transactionId = 0;
  #bookingId = '';
  #start: StartReport | undefined;
  #driverId = 0;

  async begin(): Promise<void> {
    this.#driverId = await fixture.driver(String(mobile++), FREE_PAISE);
    await link(this.#server, 'back');
    await fixture.reports(this.#server, says('Available'));
    const { bookingId, start } = await fixture.asked(this.#server, this.#driverId);
    this.#bookingId = bookingId;
    this.#start = start;
  }

  async take(next: Step): Promise<void> {
    const server = this.#server;
    switch (next.what) {
      case 'pass':
        return this.pass(next.minutes);
      case 'lose':
        return link(server, 'lost');
      case 'return':
        return link(server, 'back');
      case 'say':
        return fixture.reports(server, says(next.status));
      case 'press':
        return server.stop(this.#driverId, this.#bookingId).catch(() => undefined);
      case 'restart':
        await server.close();
        clock.advance(MINUTE_MS);
        this.#server = fixture.server();
        return this.#server.resume();
      case 'begin':
        return this.#begins(next.minutesAgo);
      case 'sample':
        this.#registerWh += next.addedWh;
        return fixture.metered(server, this.#running, this.#registerWh);
      case 'stop':
        this.#registerWh += next.addedWh;
        return fixture.stopped(server, this.#running, this.#registerWh);
    }
  }

  /** Looked over twice a minute. */
  async pass(minutes: number): Promise<void> {
    for (let half = 0; half < minutes * 2; half += 1) {
      clock.advance(MINUTE_MS / 2);
      await this.#server.checkAll();
    }
  }

  /** Everybody walks away: the driver wants it to end, and the charge point is never heard again. */
  async leave(): Promise<void> {
    await this.take({ what: 'lose' });
    await this.take({ what: 'press' });
    await this.pass((2 * SESSION_RULES.linkPatienceMs) / MINUTE_MS + 3);
  }

  async outcome() {
    const session = await this.#server.findOfDriver(this.#driverId, this.#bookingId);
    const { freePaise, heldPaise } = await wallet.balanceOf(database, this.#driverId);
    const running = await this.#server.listOpenOfDriver(this.#driverId);
    await this.#server.close();
    return { session, running: running.length, spentPaise: FREE_PAISE - freePaise, heldPaise };
  }

  get #running(): Begun {
    return { driverId: this.#driverId, bookingId: this.#bookingId, transactionId: this.#transactionId };
  }

  async #begins(minutesAgo: number): Promise<void> {
    if (!this.#start) return;
    const receivedAt = clock.now();
    const at = new Date(receivedAt.getTime() - minutesAgo * MINUTE_MS);
    const { transactionId } = await this.#server.started({ ...this.#start, at, receivedAt });
    this.#transactionId ||= transactionId;
  }
}

test('whatever a driver, a charge point, its link and the server do, no session stays open and no money stays held [LEDGER-16]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14, size: 'max' }), async (steps) => {
      const course = new Course();
      await course.begin();
      for (const next of steps) await course.take(next);
      await course.leave();
      const { session, running, spentPaise, heldPaise } = await course.outcome();
      expect({ running, heldPaise }).toEqual({ running: 0, heldPaise: 0 });
      expect(['completed', 'failed']).toContain(session?.state);
      // 5 kWh and 2 % at 15 rupees and 18 %.
      expect(spentPaise).toBeGreaterThanOrEqual(0);
      expect(spentPaise).toBeLessThanOrEqual(9028);
      expect(await ledgerCheck(database, [walletCheck, sessionsCheck])).toEqual([]);
    }),
    { numRuns: 60 },
  );
}, 60_000);

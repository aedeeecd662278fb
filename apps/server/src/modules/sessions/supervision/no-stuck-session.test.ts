import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { GeneratedRun, beginStep, commonStep } from '#testing/generated-run.ts';
import { sessionsFixture, type Begun } from '#testing/sessions-fixture.ts';
import type { StartReport } from '../charge-points.ts';
import { SESSION_RULES, sessionsCheck } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, says, link } = fixture;
afterAll(() => fixture.close());

/** Other ones each time. `npm run test:full -- quirks` generates 200. At least one, whatever is asked for. */
const COURSES = Math.max(1, Math.floor(Number(process.env['QUIRK_CHARGES'] ?? 200) / 10));
const FREE_PAISE = 50_000;
let mobile = 9_460_000_000;

/** What a driver, a charge point, its link and the server may do, in any order. */
const step = fc.oneof(
  { weight: 4, arbitrary: commonStep },
  beginStep,
  fc.record({ what: fc.constant('press' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One start of one driver and whatever befalls it. */
class Run extends GeneratedRun {
  #transactionId = 0;
  #bookingId = '';
  #start: StartReport | undefined;
  #driverId = 0;

  async begin(): Promise<void> {
    this.#driverId = await fixture.driver(String(mobile++), FREE_PAISE);
    await link(this.server, 'back');
    await fixture.reports(this.server, says('Available'));
    const { bookingId, start } = await fixture.asked(this.server, this.#driverId);
    this.#bookingId = bookingId;
    this.#start = start;
  }

  async take(next: Step): Promise<void> {
    switch (next.what) {
      case 'press':
        await this.server.stop(this.#driverId, this.#bookingId).catch(() => undefined);
        return;
      case 'begin':
        return this.#begins(next.minutesAgo);
      default:
        return this.befall(next);
    }
  }

  /** Everybody walks away: the driver wants it to end, and the charge point is never heard again. */
  async leave(): Promise<void> {
    await this.take({ what: 'lose' });
    await this.take({ what: 'press' });
    await this.pass((2 * SESSION_RULES.linkPatienceMs) / MINUTE_MS + 3);
  }

  async outcome() {
    const session = await this.server.findOfDriver(this.#driverId, this.#bookingId);
    const { freePaise, heldPaise } = await wallet.readBalance(database, this.#driverId);
    const running = await this.server.listOpenOfDriver(this.#driverId);
    await this.server.close();
    return { session, running: running.length, spentPaise: FREE_PAISE - freePaise, heldPaise };
  }

  protected running(): Begun {
    return { driverId: this.#driverId, bookingId: this.#bookingId, transactionId: this.#transactionId };
  }

  async #begins(minutesAgo: number): Promise<void> {
    if (!this.#start) return;
    const receivedAt = clock.now();
    const at = new Date(receivedAt.getTime() - minutesAgo * MINUTE_MS);
    const { transactionId } = await this.server.started({ ...this.#start, at, receivedAt });
    this.#transactionId ||= transactionId;
  }
}

test(
  'whatever a driver, a charge point, its link and the server do, no session stays open and no money stays held [LEDGER-16]',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14, size: 'max' }), async (steps) => {
        const run = new Run(fixture);
        await run.begin();
        for (const next of steps) await run.take(next);
        await run.leave();
        const { session, running, spentPaise, heldPaise } = await run.outcome();
        expect({ running, heldPaise }).toEqual({ running: 0, heldPaise: 0 });
        expect(['completed', 'failed']).toContain(session?.state);
        // 5 kWh and 2 % at 15 rupees and 18 %.
        expect(spentPaise).toBeGreaterThanOrEqual(0);
        expect(spentPaise).toBeLessThanOrEqual(9028);
        expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
      }),
      { numRuns: COURSES },
    );
  },
  COURSES * 10_000,
);

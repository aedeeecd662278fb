import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { addToken } from '#modules/tokens/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { GeneratedRun, beginStep, commonStep } from '#testing/generated-run.ts';
import { PLACE, sessionsFixture, type Begun } from '#testing/sessions-fixture.ts';
import { SESSION_RULES, sessionsCheck, type Sessions } from '../index.ts';
import { sessions } from '../sessions.tables.ts';

const fixture = await sessionsFixture();
const { clock, database, says, link } = fixture;
afterAll(() => fixture.close());

/** What a card, a charge point, its link and the server may do, in any order. */
const step = fc.oneof(
  { weight: 4, arbitrary: commonStep },
  beginStep,
  fc.record({ what: fc.constant('repeat' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let runs = 0;

/** One token on one connector, and whatever befalls its charges. */
class Run extends GeneratedRun {
  readonly token = `ANY-${(runs += 1)}`;
  #begun: { report: Parameters<Sessions['started']>[0]; answer: Awaited<ReturnType<Sessions['started']>> } | undefined;
  /** Transactions that were accepted. */
  readonly accepted = new Set<number>();

  async begin(): Promise<void> {
    await addToken(database, { idTag: this.token, label: '' }, clock.now());
    await link(this.server, 'back');
    await fixture.reports(this.server, says('Available'));
  }

  async take(next: Step): Promise<void> {
    switch (next.what) {
      case 'begin':
        return this.#begins(new Date(clock.now().getTime() - next.minutesAgo * MINUTE_MS));
      case 'repeat':
        if (this.#begun) expect(await this.server.started(this.#begun.report)).toEqual(this.#begun.answer);
        return;
      default:
        return this.befall(next);
    }
  }

  /** The charge point is never heard again. */
  async leave(): Promise<void> {
    await this.take({ what: 'lose' });
    clock.advance(SESSION_RULES.noSampleMs);
    await this.server.checkSessions();
    await this.server.close();
  }

  protected running(): Begun {
    return { driverId: 0, bookingId: '', transactionId: this.#begun?.answer.transactionId ?? 0 };
  }

  async #begins(at: Date): Promise<void> {
    const report = { ...PLACE, idTag: this.token, meterStartWh: this.registerWh, at, receivedAt: clock.now() };
    const answer = await this.server.started(report);
    this.#begun = { report, answer };
    if (answer.status === 'Accepted') this.accepted.add(answer.transactionId);
  }
}

test('whatever a card, a charge point, its link and the server do, each accepted start is one session and none stays open [OCPP-19, LEDGER-20]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14, size: 'max' }), async (steps) => {
      const run = new Run(fixture);
      await run.begin();
      for (const next of steps) await run.take(next);
      await run.leave();
      const rows = await database.select().from(sessions).where(eq(sessions.startedByTag, run.token));
      expect(new Set(rows.map(({ transactionId }) => transactionId))).toEqual(run.accepted);
      expect(rows.filter(({ state, endedAt }) => state !== 'completed' || !endedAt)).toEqual([]);
      expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
    }),
    { numRuns: 30 },
  );
}, 60_000);

import fc from 'fast-check';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { Sessions } from '#modules/sessions/index.ts';
import type { Begun, sessionsFixture } from './sessions-fixture.ts';

/** The steps that any test of a session may draw. */
export const commonStep = fc.oneof(
  fc.record({ what: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ what: fc.constantFrom('lose' as const, 'return' as const, 'restart' as const) }),
  fc.record({ what: fc.constantFrom('sample' as const, 'stop' as const), addedWh: fc.integer({ min: 0, max: 3000 }) }),
  fc.record({
    what: fc.constant('say' as const),
    status: fc.constantFrom('Available', 'Preparing', 'Charging', 'SuspendedEV', 'Finishing', 'Faulted'),
  }),
);
/** A StartTransaction with a timestamp this many minutes in the past. */
export const beginStep = fc.record({
  what: fc.constant('begin' as const),
  minutesAgo: fc.integer({ min: 0, max: 20 }),
});
type CommonStep = typeof commonStep extends fc.Arbitrary<infer T> ? T : never;

/** Runs drawn steps, in which the charge point, its link and the server may do anything at any time. */
export abstract class GeneratedRun {
  protected server: Sessions;
  protected registerWh = 1000;
  readonly #fixture: Awaited<ReturnType<typeof sessionsFixture>>;

  constructor(fixture: Awaited<ReturnType<typeof sessionsFixture>>) {
    this.#fixture = fixture;
    this.server = fixture.server();
  }

  /** The transaction to which samples and stops belong. */
  protected abstract running(): Begun;

  protected async befall(step: CommonStep): Promise<void> {
    const { says, link, reports, metered, stopped } = this.#fixture;
    switch (step.what) {
      case 'pass':
        return this.pass(step.minutes);
      case 'lose':
        return link(this.server, 'lost');
      case 'return':
        return link(this.server, 'back');
      case 'say':
        return reports(this.server, says(step.status));
      case 'restart':
        return this.#restart();
      case 'sample':
        this.registerWh += step.addedWh;
        return metered(this.server, this.running(), this.registerWh);
      case 'stop':
        this.registerWh += step.addedWh;
        return stopped(this.server, this.running(), this.registerWh);
    }
  }

  /** Lets time pass. The supervisor checks twice a minute. */
  protected async pass(minutes: number): Promise<void> {
    for (let half = 0; half < minutes * 2; half += 1) {
      this.#fixture.clock.advance(MINUTE_MS / 2);
      await this.server.checkSessions();
    }
  }

  async #restart(): Promise<void> {
    await this.server.close();
    this.#fixture.clock.advance(MINUTE_MS);
    this.server = this.#fixture.server();
    await this.server.resume();
  }
}

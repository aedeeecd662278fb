import type { Timers } from './clock.ts';
import { handleCommand, type CommandTarget } from './commands.ts';

/** `Rejected`: refuses. `silent`: does not answer. `ignored`: accepts and does nothing. */
export type Misbehaviour = 'Rejected' | 'silent' | 'ignored';

/** The answers of a charge point to commands. A quirk can delay them, and a test can replace them. */
export class Answers {
  readonly #target: CommandTarget;
  readonly #timers: Pick<Timers, 'later'>;
  readonly #misbehaviour = new Map<string, Misbehaviour>();

  constructor(target: CommandTarget, timers: Pick<Timers, 'later'>) {
    this.#target = target;
    this.#timers = timers;
  }

  misbehave(action: string, how: Misbehaviour | undefined): void {
    if (how) this.#misbehaviour.set(action, how);
    else this.#misbehaviour.delete(action);
  }

  /** Undefined: no answer at all. */
  async answer(action: string, request: object): Promise<object | undefined> {
    const { slowAnswersSeconds } = this.#target.quirks;
    if (slowAnswersSeconds)
      await new Promise<void>((resolve) => this.#timers.later(slowAnswersSeconds * 1000, resolve));
    const how = this.#misbehaviour.get(action);
    if (how === 'silent') return undefined;
    if (how === 'ignored') return { status: 'Accepted' };
    return how ? { status: how } : handleCommand(action, request, this.#target);
  }
}

import type { Plans } from './clock.ts';
import { handleCommand, type CommandTarget } from './commands.ts';

/** It refuses, gives no answer, or accepts and does nothing. */
export type Misbehaviour = 'Rejected' | 'silent' | 'ignored';

/** How a charge point answers: as its commands say, late where that is a quirk, and otherwise where a test wants it so. */
export class Answers {
  readonly #target: CommandTarget;
  readonly #plans: Pick<Plans, 'later'>;
  readonly #misbehaviour = new Map<string, Misbehaviour>();

  constructor(target: CommandTarget, plans: Pick<Plans, 'later'>) {
    this.#target = target;
    this.#plans = plans;
  }

  misbehave(action: string, how: Misbehaviour | undefined): void {
    if (how) this.#misbehaviour.set(action, how);
    else this.#misbehaviour.delete(action);
  }

  /** Undefined for none at all. */
  async answer(action: string, request: object): Promise<object | undefined> {
    const { slowAnswersSeconds } = this.#target.quirks;
    if (slowAnswersSeconds) await new Promise<void>((resolve) => this.#plans.later(slowAnswersSeconds * 1000, resolve));
    const how = this.#misbehaviour.get(action);
    if (how === 'silent') return undefined;
    if (how === 'ignored') return { status: 'Accepted' };
    return how ? { status: how } : handleCommand(action, request, this.#target);
  }
}

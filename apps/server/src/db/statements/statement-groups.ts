import { isDatabaseUnavailable } from '../database-unavailable.ts';
import { fenced } from '../fence.ts';

/** More than this in one statement gains nothing, and the first entry would wait for the last. */
const GROUP_BATCH_SIZE = 500;

export interface StatementGroups<Entry, Answer> {
  /** Runs the statement for an entry, in a group. Settles when the group has ended. */
  run(entry: Entry): Promise<Answer>;
  /** True if entries wait behind the running group. */
  hasWaiting(): boolean;
  /** Resolves when nothing waits. */
  idle(): Promise<void>;
}

interface WaitingEntry<Entry, Answer> {
  entry: Entry;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines statements: everything that arrives while a group runs becomes the next group, so that load makes the groups
 * and no timer is needed. `send` returns a result for each entry, in their order. It may be a promise, for which the
 * next group does not wait. If a group fails, each entry is tried alone, so that one that PostgreSQL rejects fails
 * nobody else.
 */
export function createStatementGroups<Entry, Answer = void>(
  send: (entries: Entry[]) => Promise<(Answer | Promise<Answer>)[]>,
): StatementGroups<Entry, Answer> {
  let queue: WaitingEntry<Entry, Answer>[] = [];
  let running: Promise<void> | undefined;

  async function runGroup(group: WaitingEntry<Entry, Answer>[]): Promise<void> {
    try {
      const answers = await send(group.map(({ entry }) => entry));
      group.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      if (group.length > 1 && !isDatabaseUnavailable(error)) for (const one of group) await runGroup([one]);
      else for (const { reject } of group) reject(error);
    }
  }

  async function runAll(): Promise<void> {
    // Calls in one turn of the event loop form a group.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      const group = queue.slice(0, GROUP_BATCH_SIZE);
      queue = queue.slice(GROUP_BATCH_SIZE);
      await runGroup(group);
    }
    running = undefined;
  }

  return {
    run(entry) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      queue.push({ entry, resolve, reject });
      // Runs for all callers, so it has no fence of one of them.
      running ??= fenced(undefined, runAll);
      return promise;
    },
    hasWaiting: () => queue.length > 0,
    async idle() {
      await running;
    },
  };
}

/** A function that runs one statement for all its calls that arrive together (`createStatementGroups`). */
export function createGroupedStatement<Entry, Answer = void>(
  send: (entries: Entry[]) => Promise<(Answer | Promise<Answer>)[]>,
): (entry: Entry) => Promise<Answer> {
  return createStatementGroups(send).run;
}

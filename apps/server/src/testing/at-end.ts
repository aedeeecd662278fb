const tasks: (() => unknown)[] = [];

/**
 * Runs a task when the test file ends; the latest task runs first. Unlike vitest's own `afterAll`, it may be called
 * within a test.
 */
export function atEnd(task: () => unknown): void {
  tasks.push(task);
}

/** Runs all remaining tasks, even if some fail. Throws what failed. */
export async function endAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const task of tasks.splice(0).toReversed()) {
    try {
      // What was opened last may need what was opened before.
      await task();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'What a test opened could not be ended.');
}

import type { Clock } from '#kernel/clock.ts';

/** Lets callers wait until a command has been answered or has ended. */
export function createAnswerWaits(clock: Clock) {
  const waiting = new Map<string, Set<() => void>>();

  return {
    /** Wakes everyone who waits for this command, because it has its answer or will never have one. */
    tell(id: string): void {
      for (const wake of waiting.get(id) ?? []) wake();
    },

    /**
     * Resolves to what `find` returns: at once if `isOpen` is false for it, else after the command is told of or
     * `maxMs` have passed.
     */
    async until<T>(id: string, maxMs: number, find: () => Promise<T>, isOpen: (found: T) => boolean): Promise<T> {
      const { promise: told, resolve: wake } = Promise.withResolvers<void>();
      const wakers = waiting.get(id) ?? new Set();
      waiting.set(id, wakers.add(wake));
      const cancel = clock.after(maxMs, wake);
      try {
        const found = await find();
        if (!isOpen(found)) return found;
        await told;
        return await find();
      } finally {
        cancel();
        wakers.delete(wake);
        if (wakers.size === 0) waiting.delete(id);
      }
    },
  };
}

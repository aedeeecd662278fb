/** Runs tasks one after the other, in the order of their arrival. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();

  return {
    run<T>(task: () => Promise<T>): Promise<T> {
      const done = last.then(task);
      // Whoever brought a task learns of its failure; the next one is not to fail with it.
      last = done.catch(() => undefined);
      return done;
    },

    /** Settles when those that have come are done. */
    idle: async (): Promise<void> => void (await last),
  };
}

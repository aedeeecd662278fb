/** Runs tasks one after the other, in the order of their arrival. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();

  return {
    run<T>(task: () => Promise<T>): Promise<T> {
      const done = last.then(task);
      // The caller gets the failure of its task. The next task runs all the same.
      last = done.catch(() => undefined);
      return done;
    },

    /** Resolves when all tasks so far have ended. */
    idle: async (): Promise<void> => void (await last),
  };
}

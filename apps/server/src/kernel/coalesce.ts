/**
 * One question for all who ask while the one before is still under way. Nobody gets an answer that was asked for before
 * they came, so what is told is never older than the caller.
 */
export function coalesce<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const asked = ask();
    underWay = asked.catch(() => {});
    return asked;
  };
  return () => (next ??= underWay.then(begin));
}

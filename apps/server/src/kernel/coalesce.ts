/**
 * Callers who ask while a query runs share the next query. Nobody gets the answer of a query that began before the call, so an
 * answer is never older than its caller.
 */
export function coalesce<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const answer = ask();
    underWay = answer.catch(() => {});
    return answer;
  };
  return () => (next ??= underWay.then(begin));
}

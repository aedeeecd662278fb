/**
 * Callers who ask while a query runs share the next query. So a caller never gets the result of a query that began
 * before the call.
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

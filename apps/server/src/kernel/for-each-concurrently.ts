/** Runs a task for each of these, a limited number at once. A slow one does not delay the others. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const workOff = async (): Promise<void> => {
    for (const item of waiting) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
}

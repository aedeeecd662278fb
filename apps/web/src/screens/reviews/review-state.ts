import type { ReviewState } from '#paths.ts';

/** The station that the navigation state names. */
export function reviewState(state: unknown): ReviewState | undefined {
  const { property_id: id, property_name: name } = (state ?? {}) as Partial<Record<keyof ReviewState, unknown>>;
  return typeof id === 'string' && id !== ''
    ? { property_id: id, property_name: typeof name === 'string' ? name : '' }
    : undefined;
}

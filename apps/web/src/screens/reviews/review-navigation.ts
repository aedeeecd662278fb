import type { ReviewNavigation } from '#paths.ts';

/** Reads the station from the navigation state. */
export function reviewNavigation(state: unknown): ReviewNavigation | undefined {
  const { property_id: id, property_name: name } = (state ?? {}) as Partial<Record<keyof ReviewNavigation, unknown>>;
  return typeof id === 'string' && id !== ''
    ? { property_id: id, property_name: typeof name === 'string' ? name : '' }
    : undefined;
}

import { useSyncExternalStore } from 'react';

/** Whether the media query holds now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** From here up there is a panel beside the page in place of bars and slider. */
export const WIDE = '(min-width: 1024px)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

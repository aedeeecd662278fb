import { useCallback, useSyncExternalStore } from 'react';

/** Hook: true while the media query matches. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}

// The queries use em, so that a larger font size of the browser gives the layout of a smaller screen.
/** From this size (720 px) every page has the rail, and a list is beside the map. Phones held sideways do not. */
export const RAIL = '(min-width: 45em) and (min-height: 30.0625em)';
/** From this size (1024 px) a page has two columns. */
export const WIDE = '(min-width: 64em)';
/** A mouse or another pointer with which small things are easy to hit. */
export const FINE_POINTER = '(pointer: fine)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query holds now. */
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

// In em, which in a media query is the size of type set in the browser: larger type has the frame of a smaller screen.
/** From here up (720 px) the rail stands beside every page, and a list beside the map; not on a phone on its side. */
export const RAIL = '(min-width: 45em) and (min-height: 30.0625em)';
/** From here up (1024 px) a page has two columns. */
export const WIDE = '(min-width: 64em)';
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

import { type UIEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Scroll position of each visited page, by the key of its entry in the history. */
const scrolledTo = new Map<string, number>();

/**
 * Hook: an element that scrolls within the page is scrolled as it was left when the driver goes back, and to its top
 * otherwise.
 */
export function useKeptScroll<E extends HTMLElement>() {
  const { key } = useLocation();
  const arrival = useNavigationType();
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    ref.current?.scrollTo(0, arrival === 'POP' ? (scrolledTo.get(key) ?? 0) : 0);
    // Every entry in the history has a key of its own.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return { ref, onScroll: ({ currentTarget }: UIEvent) => void scrolledTo.set(key, currentTarget.scrollTop) };
}

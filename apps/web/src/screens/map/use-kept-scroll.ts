import { type UIEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** How far each visited page was scrolled in its panel. */
const scrolledTo = new Map<string, number>();

/** For what scrolls within the page: whoever comes back finds it as it was left, every other page begins at its top. */
export function useKeptScroll<E extends HTMLElement>() {
  const { key } = useLocation();
  const arrival = useNavigationType();
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    ref.current?.scrollTo(0, arrival === 'POP' ? (scrolledTo.get(key) ?? 0) : 0);
    // Another page is another key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return { ref, onScroll: ({ currentTarget }: UIEvent) => void scrolledTo.set(key, currentTarget.scrollTop) };
}

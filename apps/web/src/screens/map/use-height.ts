import { type RefCallback, useCallback, useState } from 'react';

/** The height of an element in whole px, as it changes; `undefined` until it is there. */
export function useHeight<E extends HTMLElement>(): [RefCallback<E>, number | undefined] {
  const [height, setHeight] = useState<number>();
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(Math.round(element.getBoundingClientRect().height)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, height];
}

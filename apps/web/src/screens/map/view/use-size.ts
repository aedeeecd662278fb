import { type RefCallback, useCallback, useState } from 'react';

export interface Size {
  width: number;
  height: number;
}

/** Hook: the size of an element in whole px. Undefined until the element exists. */
export function useSize<E extends HTMLElement>(): [RefCallback<E>, Size | undefined] {
  const [size, setSize] = useState<Size>();
  const ref = useCallback((element: E | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const box = element.getBoundingClientRect();
      const [width, height] = [Math.round(box.width), Math.round(box.height)];
      setSize((last) => (last?.width === width && last.height === height ? last : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}

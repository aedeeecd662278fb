import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * A page that may come to stand elsewhere on the screen and stays as it is: `drawn` is always at the same place of the tree,
 * and is seen where `place` is.
 */
export function useMovable(page: ReactNode): { drawn: ReactNode; place: ReactNode } {
  const [host] = useState(() => document.createElement('div'));
  return { drawn: createPortal(page, host), place: <Place host={host} /> };
}

function Place({ host }: { host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(host), [host]);
  return <div ref={place} />;
}

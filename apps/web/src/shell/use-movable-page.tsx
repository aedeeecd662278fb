import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Hook: a page that can move to another place on the screen without being mounted again. `drawn` is always rendered at
 * the same place in the tree, and the page appears where `place` is rendered.
 */
export function useMovablePage(page: ReactNode): { drawn: ReactNode; place: ReactNode } {
  const [host] = useState(() => document.createElement('div'));
  return { drawn: createPortal(page, host), place: <Place host={host} /> };
}

function Place({ host }: { host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(host), [host]);
  return <div ref={place} />;
}

import { useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { notify } from '@bijli/ui/notify';

/** True until the first page has rendered. A screen reader reads that page from its start, so focus must not move. */
let isInitialLoad = true;

/**
 * Hook for a page: a newly opened page is scrolled to its top. Focus goes to the element marked `data-first`, in the
 * page or its bar, otherwise to the page itself, so that a screen reader starts there and reads its name. The page
 * needs the returned ref and a `tabIndex`. A page that stays while another is open beside it passes `isHere`: false
 * meanwhile. When it is true again, the page counts as opened again.
 */
export function useFocusOnArrival(isHere = true) {
  const page = useRef<HTMLElement>(null);
  // A page that changes its own address later has not been opened again, so only the first type of navigation counts.
  const [arrival] = useState(useNavigationType());
  useEffect(() => {
    if (!isHere) return;
    notify.leave();
    const first = page.current?.parentElement?.querySelector<HTMLElement>('[data-first]');
    if (arrival !== 'POP') scrollTo(0, 0);
    if (first) first.focus();
    else if (arrival !== 'POP' || !isInitialLoad) page.current?.focus({ preventScroll: true });
    isInitialLoad = false;
  }, [arrival, isHere]);
  return page;
}

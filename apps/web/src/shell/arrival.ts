import { useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import { notify } from '@bijli/ui/notify';

/** The page that the browser itself has loaded is read from its start, and not from its content. */
let isAsLoaded = true;

/**
 * A new screen starts at its top; one that the driver comes back to, where it was left. Its first field, in the page or in
 * its bar, marked `data-first`, takes the focus, or else the page itself, so that a screen reader starts there and tells its
 * name. The page that gets the ref needs a `tabIndex`. One that stays while another is open beside it is arrived at again when
 * that one is closed, and meanwhile `isHere` is false.
 */
export function useArrival(isHere = true) {
  const page = useRef<HTMLElement>(null);
  // A screen that later writes into its own address has not been arrived at again.
  const [arrival] = useState(useNavigationType());
  useEffect(() => {
    if (!isHere) return;
    notify.leave();
    const first = page.current?.parentElement?.querySelector<HTMLElement>('[data-first]');
    if (arrival !== 'POP') scrollTo(0, 0);
    if (first) first.focus();
    else if (arrival !== 'POP' || !isAsLoaded) page.current?.focus({ preventScroll: true });
    isAsLoaded = false;
  }, [arrival, isHere]);
  return page;
}

import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

function subscribe(tell: () => void): () => void {
  // The browser prints the page as it is when the event ends, so React must render at once.
  const setPrinting = (isOn: boolean) => () => {
    isPrinting = isOn;
    flushSync(tell);
  };
  const [before, after] = [setPrinting(true), setPrinting(false)];
  const media = matchMedia('print');
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  media.addEventListener('change', tell);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
    media.removeEventListener('change', tell);
  };
}

/** Hook: true while the page is printed or previewed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || matchMedia('print').matches);
}

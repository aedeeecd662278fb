import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

function subscribe(tell: () => void): () => void {
  // What is printed is what stands in the page when the event is over, so it may not wait for React's next turn.
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

/** True while the page is being printed or shown as on paper. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || matchMedia('print').matches);
}

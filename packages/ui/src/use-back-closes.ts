import { useEffect, useRef } from 'react';

/** A standard of HTML that TypeScript does not list yet. */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/** While it is open, the back gesture of the device closes it and does not leave the page, where the browser can tell. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    if (!open || !('CloseWatcher' in window)) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => latest.current());
    return () => watcher.destroy();
  }, [open]);
}

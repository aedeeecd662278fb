import { useEffect, useRef } from 'react';

/** A standard of HTML that TypeScript does not declare yet. */
declare class CloseWatcher extends EventTarget {
  destroy(): void;
}

/**
 * While `open`, the device's back gesture closes the element and does not leave the page, if the browser supports it.
 */
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

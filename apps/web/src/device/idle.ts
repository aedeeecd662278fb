import { useEffect, useState } from 'react';

/** Deferred work starts after this time at the latest. */
const MAX_IDLE_WAIT_MS = 1000;

/** Calls when the page is idle. Returns a function that cancels it. */
export function whenIdle(call: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const soon = setTimeout(call, MAX_IDLE_WAIT_MS / 4);
    return () => clearTimeout(soon);
  }
  const idle = requestIdleCallback(call, { timeout: MAX_IDLE_WAIT_MS });
  return () => cancelIdleCallback(idle);
}

/** Hook: true when the page has been idle once. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

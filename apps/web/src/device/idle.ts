import { useEffect, useState } from 'react';

/** What can wait does not wait longer than this. */
const MAX_IDLE_WAIT_MS = 1000;

/** Calls once the page has nothing else to do; returns how to leave it. */
export function whenIdle(call: () => void): () => void {
  // Safari does not tell.
  if (!('requestIdleCallback' in window)) {
    const soon = setTimeout(call, MAX_IDLE_WAIT_MS / 4);
    return () => clearTimeout(soon);
  }
  const idle = requestIdleCallback(call, { timeout: MAX_IDLE_WAIT_MS });
  return () => cancelIdleCallback(idle);
}

/** Whether the page has had nothing else to do yet. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

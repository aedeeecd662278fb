import { useEffect, useState } from 'react';

/** Hook: the time in ms since 1970, updated every second. */
export function useNow(): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(tick);
  }, []);
  return nowMs;
}

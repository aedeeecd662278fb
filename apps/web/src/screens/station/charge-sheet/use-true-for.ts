import { useEffect, useState } from 'react';

/** Hook: true for this many ms after `hasBegun` was first true, then false. */
export function useTrueFor(hasBegun: boolean, ms: number): boolean {
  const [isOn, setOn] = useState(hasBegun);
  useEffect(() => {
    if (!hasBegun) return;
    const timer = setTimeout(() => setOn(false), ms);
    return () => clearTimeout(timer);
  }, [hasBegun, ms]);
  return isOn;
}

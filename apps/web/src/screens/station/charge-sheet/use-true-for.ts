import { useEffect, useState } from 'react';

/** True for so long since `isBegun` was true at first. */
export function useTrueFor(isBegun: boolean, ms: number): boolean {
  const [isOn, setOn] = useState(isBegun);
  useEffect(() => {
    if (!isBegun) return;
    const timer = setTimeout(() => setOn(false), ms);
    return () => clearTimeout(timer);
  }, [isBegun, ms]);
  return isOn;
}

import { useEffect, useState } from 'react';

/** True for so long since `begins` was true at first. */
export function useForSeconds(begins: boolean, ms: number): boolean {
  const [isOn, setOn] = useState(begins);
  useEffect(() => {
    if (!begins) return;
    const timer = setTimeout(() => setOn(false), ms);
    return () => clearTimeout(timer);
  }, [begins, ms]);
  return isOn;
}

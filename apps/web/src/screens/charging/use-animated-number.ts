import { useEffect, useRef, useState } from 'react';
import { REDUCED_MOTION, useMedia } from '#device/media.ts';

const ANIMATION_MS = 1000;

/** Hook: animates a number to its new value over a second. Users who prefer reduced motion get the value at once. */
export function useAnimatedNumber(value: number): number {
  const isStill = useMedia(REDUCED_MOTION);
  const [shown, setShown] = useState(value);
  const current = useRef(value);
  useEffect(() => {
    const from = current.current;
    if (isStill || from === value) {
      current.current = value;
      setShown(value);
      return;
    }
    let frame = 0;
    let start: number | undefined;
    const draw = (time: number) => {
      start ??= time;
      const share = Math.min(1, (time - start) / ANIMATION_MS);
      current.current = from + (value - from) * (1 - (1 - share) ** 3);
      setShown(current.current);
      if (share < 1) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [value, isStill]);
  return shown;
}

import { useEffect, useState } from 'react';
import { drawsFast } from '#device/graphics/graphics.ts';
import { whenIdle } from '#device/idle.ts';

export interface ActivatedOptions {
  /** The map opens at a place where the driver will want to move it. */
  isWanted: boolean;
  /** Everything else on the page has loaded. */
  isReady: boolean;
}

/**
 * Hook: whether the movable map should load, and a function to call when the driver reaches for the map. Until then the
 * static map is shown, which costs nothing. The movable map loads by itself when the page is idle and a graphics
 * processor can draw it. Elsewhere the main processor would have to draw it, so it waits for the driver.
 */
export function useActivated({ isWanted, isReady }: ActivatedOptions) {
  const [isReachedFor, setReachedFor] = useState(false);
  const [hasComeByItself, setComeByItself] = useState(false);
  const isActivated = isWanted || isReachedFor || hasComeByItself;
  useEffect(() => {
    if (isActivated || !isReady) return;
    let isLeft = false;
    const comeIfFast = async () => {
      if ((await drawsFast()) && !isLeft) setComeByItself(true);
    };
    const leave = whenIdle(() => void comeIfFast());
    return () => {
      isLeft = true;
      leave();
    };
  }, [isActivated, isReady]);
  return { isActivated, reach: () => setReachedFor(true) };
}

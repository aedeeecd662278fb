import { useEffect, useState } from 'react';
import { drawsFast } from '#device/graphics/graphics.ts';
import { whenIdle } from '#device/idle.ts';

export interface ActivatedOptions {
  /** The driver has asked for something that only a map that moves can show. */
  isWanted: boolean;
  /** Everything else on the page is there. */
  isReady: boolean;
  /** There is a place to fly on to. */
  hasAim: boolean;
}

/**
 * Whether the map that moves is to be there, and what to call when the driver reaches for it. Until then a static one stands in
 * its place, which costs nothing. It comes by itself once the page has nothing else to do, where a graphics processor draws or there
 * is a place to fly on to; elsewhere the main processor would have to draw, so it waits until it is wanted.
 */
export function useActivated({ isWanted, isReady, hasAim }: ActivatedOptions) {
  const [isReachedFor, setReachedFor] = useState(false);
  const [hasComeByItself, setComeByItself] = useState(false);
  const isActivated = isWanted || isReachedFor || hasComeByItself;
  useEffect(() => {
    if (isActivated || !isReady) return;
    let isLeft = false;
    const comeIfFast = async () => {
      if ((hasAim || (await drawsFast())) && !isLeft) setComeByItself(true);
    };
    const leave = whenIdle(() => void comeIfFast());
    return () => {
      isLeft = true;
      leave();
    };
  }, [isActivated, isReady, hasAim]);
  return { isActivated, reach: () => setReachedFor(true) };
}

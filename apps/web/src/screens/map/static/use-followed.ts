import { useState } from 'react';
import type { Station } from '@bijli/contract/stations';
import { isPinClear, type Padding } from '../view/camera.ts';
import type { Size } from '../view/use-size.ts';
import { type StaticView, viewAround } from './first-view.ts';

interface FollowedOptions {
  chosen: Station | undefined;
  mapFollowsCard: boolean;
  size: Size;
  padding: Padding;
  /** The movable map moves by itself. */
  isThrough: boolean;
}

/**
 * Hook: the view that a static map shows when the driver goes through the cards. It moves only where the pin of the
 * card in front would not be wholly visible, as the movable map does.
 */
export function useFollowed(asked: StaticView, { chosen, mapFollowsCard, size, padding, isThrough }: FollowedOptions) {
  const [followed, setFollowed] = useState<{ from: StaticView; id: string; shown: StaticView }>();
  const isValid = followed?.from === asked;
  const now = isValid ? followed.shown : asked;
  if (mapFollowsCard && chosen && !isThrough && !(isValid && followed.id === chosen.property_id)) {
    const shown = isPinClear(now.spotOf(chosen), size, padding)
      ? now
      : viewAround({ middle: chosen, mapLibreZoom: now.view.mapLibreZoom }, size, padding);
    setFollowed({ from: asked, id: chosen.property_id, shown });
    return { shown, isFollowing: shown !== asked };
  }
  return { shown: now, isFollowing: now !== asked };
}

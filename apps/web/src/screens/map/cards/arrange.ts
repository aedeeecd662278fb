import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { bestUseFirst, canRecommend } from '#parts/stations/station-order.ts';
import type { CardsOf, Shown } from '../view/use-view.ts';
import type { View } from '../view/view.ts';
import { bestNearest, nearest, pickedFirst } from './nearest.ts';

/** At most this many of the nearest stations have a card. */
const MAX_CARDS = 40;
const MIDDLE_OF_INDIA: Coordinates = { latitude: 21, longitude: 82 };

/** Connector types that fit the driver's own vehicle, where they are known. */
type Types = readonly string[] | undefined;

/** The place around which cards are arranged. */
export interface ArrangeAround {
  middle: Coordinates;
  /** What the map shows, if that is known. */
  view?: View | undefined;
  /** True if the middle is where the driver is. */
  isHome: boolean;
}

/**
 * Returns cards of the stations around a place, the most useful ones first. Around the driver the nearest recommended
 * stations always have a card, elsewhere only if the map shows them.
 */
export function arrangeAround(all: Station[], types: Types, { middle, view, isHome }: ArrangeAround): Shown {
  if (isHome) return shown(bestNearest(all, types, middle, MAX_CARDS), 'near');
  const cards = view
    ? bestNearest(all, types, middle, MAX_CARDS, view)
    : bestUseFirst(nearest(all, middle, MAX_CARDS), types);
  return shown(cards, 'map');
}

/** Returns cards of the stations around the picked station, which is in front. */
export function arrangeBehind(all: Station[], types: Types, picked: Station): Shown {
  return shown(pickedFirst(all, types, picked, MAX_CARDS), 'map');
}

/**
 * Returns the first cards, before the driver has moved anything. They are of the stations around the place where the
 * map opens, or else near the driver. If neither place is known, they are of stations where a charge can start.
 */
export function arrangeFirst(
  all: Station[],
  { around, position, types }: { around: ArrangeAround | undefined; position: Coordinates | undefined; types: Types },
): Shown {
  if (around) return arrangeAround(all, types, around);
  if (position) return arrangeAround(all, types, { middle: position, isHome: true });
  const recommended = all.filter((station) => canRecommend(station, types));
  // No station is chosen, because these may be far from the driver.
  if (recommended.length > 0) return shown(nearest(recommended, MIDDLE_OF_INDIA, MAX_CARDS), 'free', '');
  return shown(bestUseFirst(nearest(all, MIDDLE_OF_INDIA, MAX_CARDS), types), 'map', '');
}

function shown(stations: Station[], cardsOf: CardsOf, chosenId = stations[0]?.property_id): Shown {
  return { stations, cardsOf, chosenId, mapFollowsCard: false };
}

import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { bestUseFirst, canRecommend } from '#parts/stations/station-order.ts';
import type { View } from '../view/view.ts';
import { bestNearest, nearest, pickedFirst } from './nearest.ts';

/** At most this many of the nearest stations have a card. */
const MAX_CARDS = 40;
const MIDDLE_OF_INDIA: Coordinates = { latitude: 21, longitude: 82 };

/** Why these stations have a card: a charge can start there now, they are near the driver, or near the map's middle. */
export type CardsOf = 'free' | 'near' | 'map';

export interface Shown {
  /** Stations with a card, in their order. */
  stations: Station[];
  cardsOf: CardsOf;
  chosenId: string | undefined;
  /** The driver picked a card, and the map is to follow. */
  mapFollowsCard: boolean;
}

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

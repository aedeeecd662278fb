import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { bestUseFirst, canRecommend } from '#parts/station-order.ts';
import type { CardsOf, Shown } from '../view/use-view.ts';
import type { View } from '../view/view.ts';
import { bestNearest, nearest, pickedFirst } from './nearest.ts';

/** So many of the nearest stations have a card. */
const MAX_CARDS = 40;
const MIDDLE_OF_INDIA: Coordinates = { latitude: 21, longitude: 82 };

/** Connector types that fit the driver's own vehicle, where they are known. */
type Types = readonly string[] | undefined;

/** Where the map's middle is and what it shows, as far as that is known; home is the driver's own place. */
export interface ArrangeAround {
  middle: Coordinates;
  view?: View | undefined;
  isHome: boolean;
}

/** The cards of what lies around there. At home the one that is recommended stays in front as long as it is still the best. */
export function arrangeAround(all: Station[], types: Types, { middle, view, isHome }: ArrangeAround): Shown {
  if (isHome) return shown(bestNearest(all, types, middle, MAX_CARDS), 'near');
  const cards = view
    ? bestNearest(all, types, middle, MAX_CARDS, view)
    : bestUseFirst(nearest(all, middle, MAX_CARDS), types);
  return shown(cards, 'map');
}

/** The cards of what lies around the station that was picked, which is in front. */
export function arrangeBehind(all: Station[], types: Types, picked: Station): Shown {
  return shown(pickedFirst(all, types, picked, MAX_CARDS), 'map');
}

/**
 * The first cards, before the driver has moved anything: of what lies around where the map opens, or near the driver, or else of
 * stations where a charge can start.
 */
export function arrangeFirst(
  all: Station[],
  { around, position, types }: { around: ArrangeAround | undefined; position: Coordinates | undefined; types: Types },
): Shown {
  if (around) return arrangeAround(all, types, around);
  if (position) return arrangeAround(all, types, { middle: position, isHome: true });
  const recommended = all.filter((station) => canRecommend(station, types));
  // No pin stands out for a station that is far from anywhere.
  if (recommended.length > 0) return shown(nearest(recommended, MIDDLE_OF_INDIA, MAX_CARDS), 'free', '');
  return shown(bestUseFirst(nearest(all, MIDDLE_OF_INDIA, MAX_CARDS), types), 'map', '');
}

function shown(stations: Station[], cardsOf: CardsOf, chosenId = stations[0]?.property_id): Shown {
  return { stations, cardsOf, chosenId, mapFollowsCard: false };
}

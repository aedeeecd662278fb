import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import type { StationFilter } from '#device/stored-filter.ts';
import { type ArrangeAround, arrangeAround, arrangeBehind, arrangeFirst, type Shown } from './cards/arrange.ts';
import type { Mover, View } from './view/view.ts';

/** What the map and its cards show, and what the driver has done to them. */
export interface MapState {
  /** The part of the world on the screen. Undefined until the map is drawn. */
  view: View | undefined;
  /** The stations with a card. Undefined until the first are known. */
  shown: Shown | undefined;
  /** The driver has moved map or cards, so only they decide what is shown. */
  isTouched: boolean;
  /** The map is not where it opened. */
  isMoved: boolean;
  /** Where the driver has moved the map. Stations that are loaded later are arranged around it. */
  movedTo: ArrangeAround | undefined;
  /** The filter that was last seen. Undefined before the first. */
  filter: StationFilter | undefined;
}

/** The stations that can get a card, and the connector types that fit the driver's vehicle, where they are known. */
interface Known {
  stations: Station[];
  types: readonly string[] | undefined;
}

export type MapEvent =
  /** Stations, position or vehicle have arrived. */
  | (Known & {
      kind: 'loaded';
      opensAt: Pick<View, 'middle'> | undefined;
      position: Coordinates | undefined;
      /** Position and vehicle will not change any more. */
      isSettled: boolean;
    })
  /** `lastView` is what the map showed last, or before it was left. */
  | { kind: 'filtered'; filter: StationFilter; lastView: View | undefined }
  /** The stations may not have loaded yet. */
  | { kind: 'moved'; stations: Station[] | undefined; types: Known['types']; to: View; mover: Mover }
  | { kind: 'cardChosen'; cards: Station[]; id: string | undefined }
  | (Known & { kind: 'pinChosen'; station: Station });

/** Returns what the map and its cards show after an event. */
export function nextMapStep(state: MapState, event: MapEvent): MapState {
  switch (event.kind) {
    case 'loaded':
      return afterLoad(state, event);
    case 'filtered':
      return afterFilter(state, event);
    case 'moved':
      return afterMove(state, event);
    case 'cardChosen': {
      const { cardsOf } = state.shown ?? { cardsOf: 'map' };
      const shown = { stations: event.cards, cardsOf, chosenId: event.id, mapFollowsCard: true };
      return { ...state, isTouched: true, movedTo: undefined, shown };
    }
    case 'pinChosen': {
      const shown = arrangeBehind(event.stations, event.types, event.station);
      return { ...state, isTouched: true, movedTo: undefined, shown };
    }
  }
}

type EventOf<Kind> = Extract<MapEvent, { kind: Kind }>;

/**
 * Until the driver has moved something, the cards are those of the first view. The view of all India has no useful
 * middle, so they are near the driver. The first cards do not wait for vehicle and position. Once both are settled, the
 * cards change once.
 */
function afterLoad(state: MapState, { stations, types, opensAt, position, isSettled }: EventOf<'loaded'>): MapState {
  const { isTouched, shown, movedTo, view } = state;
  if (isTouched) return movedTo ? { ...state, shown: arrangeAround(stations, types, movedTo) } : state;
  if (shown && !isSettled) return state;
  const around = opensAt && { middle: opensAt.middle, view, isHome: false };
  return { ...state, shown: arrangeFirst(stations, { around, position, types }) };
}

/** A chosen station may not match the new filter. So the next cards are around the middle of the map. */
function afterFilter(state: MapState, { filter, lastView: view }: EventOf<'filtered'>): MapState {
  if (state.filter === undefined || state.filter === filter) return { ...state, filter };
  if (!view) return { ...state, filter, isTouched: false };
  return { ...state, filter, movedTo: state.movedTo ?? { middle: view.middle, view, isHome: false } };
}

/** Where the driver moves the map, the cards follow, once there are any. */
function afterMove(state: MapState, { to: view, mover, stations, types }: EventOf<'moved'>): MapState {
  const isHome = mover === 'home';
  const isByDriver = mover === 'driver' || isHome;
  const moved = { ...state, view, isMoved: state.isMoved || isByDriver || mover === 'card' };
  if (!isByDriver) return moved;
  const movedTo = { middle: view.middle, view, isHome };
  const shown = stations ? arrangeAround(stations, types, movedTo) : state.shown;
  return { ...moved, isTouched: true, movedTo, shown };
}

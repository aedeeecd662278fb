import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapRef, ViewStateChangeEvent } from 'react-map-gl/maplibre';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { drawsFast } from '#device/graphics/graphics.ts';
import { REDUCED_MOTION, useMedia } from '#device/media.ts';
import {
  bringIntoView,
  DRIVERS_MOVE,
  freeSize,
  HOME_MOVE,
  INDIA_BOX,
  moverOf,
  OWN_MOVE,
  type Padding,
  viewOf,
  zoomToSee,
} from './camera.ts';
import { type Mover, type View, zoomInto } from './view.ts';

/** Where the driver asks to be taken, a new object each time. */
export interface CameraTarget {
  place: Coordinates;
  /** As MapLibre counts it. */
  mapLibreZoom: number;
  /** It is where the driver is. */
  isHome?: boolean;
  /** The map jumps there, even on a device that draws fast. */
  isJump?: boolean;
  /** The view in which a zoom button was pressed. The step is quick, and the next press in the same view adds to it. */
  stepFrom?: View;
  /** Places that come into view too, if a somewhat smaller zoom shows them. */
  alsoSeen?: readonly Coordinates[];
}

export interface CameraOptions {
  chosen: Station | undefined;
  /** The chosen station was picked by its card, so its pin is brought into view. */
  mapFollowsCard: boolean;
  /** Where the map was last asked to go. If it is set before the map has loaded, the map opens there. */
  destination: CameraTarget | undefined;
  /** Where to open; the whole of India without one. */
  opensAt: { middle: Coordinates; mapLibreZoom: number } | undefined;
  padding: Padding;
  /** The driver has moved the map, or it has just opened. */
  onView: (view: View, mover: Mover) => void;
}

/** Hook: moves the map when something other than the driver's hand asks for it, and reports its view. */
export function useCamera({ chosen, mapFollowsCard, destination, opensAt, padding, onView }: CameraOptions) {
  const isStill = useMedia(REDUCED_MOTION);
  const map = useRef<MapRef>(null);
  const [loaded, setLoaded] = useState<MapLibre>();
  const isLoaded = loaded !== undefined;
  const openedAt = useRef<CameraTarget>(undefined);

  // Bars come and go; the middle of what they leave free stays the middle. A flight or a drag is not cut short for it.
  useEffect(() => {
    const target = map.current;
    if (!isLoaded || !target) return;
    const keepFree = () => target.jumpTo({ padding }, OWN_MOVE);
    if (!target.isMoving()) {
      keepFree();
      return;
    }
    target.once('moveend', keepFree);
    return () => void target.off('moveend', keepFree);
  }, [isLoaded, padding]);

  const flyTo = useEffectEvent(async (target: CameraTarget) => {
    const isJump = isStill || target.isJump || !(await drawsFast());
    if (!map.current) return;
    map.current.flyTo(
      { ...aimAt(map.current, target, padding), duration: isJump ? 0 : target.stepFrom ? 300 : 1200 },
      target.isHome ? HOME_MOVE : DRIVERS_MOVE,
    );
  });
  useEffect(() => {
    if (isLoaded && destination && destination !== openedAt.current) void flyTo(destination);
  }, [isLoaded, destination]);

  useEffect(() => {
    if (isLoaded && mapFollowsCard && chosen && map.current) bringIntoView(map.current, chosen, padding, isStill);
    // Only when another one is chosen.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen?.property_id, mapFollowsCard, isLoaded]);

  return {
    map,
    isLoaded,
    /** The library's own map, once it is there. */
    loaded,

    /** Call it when the map has loaded. */
    open() {
      if (!map.current) return;
      map.current.getMap().touchZoomRotate.disableRotation();
      map.current.getMap().keyboard.disableRotation();
      map.current.jumpTo({ padding }, OWN_MOVE);
      openedAt.current = destination;
      if (destination) map.current.jumpTo(aimAt(map.current, destination, padding), OWN_MOVE);
      else if (opensAt)
        map.current.jumpTo(
          { center: [opensAt.middle.longitude, opensAt.middle.latitude], zoom: opensAt.mapLibreZoom },
          OWN_MOVE,
        );
      else map.current.fitBounds(INDIA_BOX, { duration: 0 }, OWN_MOVE);
      setLoaded(map.current.getMap());
      onView(viewOf(map.current), 'opening');
    },

    /** Call it whenever the map has come to rest. */
    reportView(event: ViewStateChangeEvent) {
      if (!map.current || !isLoaded) return;
      const mover = moverOf(event);
      if (mover !== 'opening') onView(viewOf(map.current), mover);
    },

    /** Zooms in until a cluster falls apart. A cluster of the server is shown from nearer. */
    openCluster(fallsApart: number | undefined, center: [number, number]) {
      if (!map.current) return;
      const zoom = zoomInto(map.current.getZoom(), fallsApart);
      map.current.easeTo({ center, zoom, duration: isStill ? 0 : 500 }, DRIVERS_MOVE);
    },
  };
}

/** The map's centre and zoom at a destination. */
function aimAt(map: MapRef, target: CameraTarget, padding: Padding) {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const center: [number, number] = [target.place.longitude, target.place.latitude];
  return { center, zoom: zoomToSee(target, freeSize({ width, height }, padding)) };
}

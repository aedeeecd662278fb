import { addProtocol, type Map } from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { useMessages } from '#messages/messages.ts';
import { LOCALITIES } from '../layers.ts';
import type { Scheme } from '../marks/pictures.ts';
import { LOCALITIES_ZOOM, mapLibreZoom } from '../view/view.ts';
import { STREETS_ZOOM } from './street-layer.ts';
import { nameLayers } from './street-names.ts';
import type { StreetSource } from './street-source.ts';
import { createStreetTiles, STREETS_PROTOCOL } from './street-tiles.ts';
import type { StreetsState } from './streets-state.ts';
import { streetLayers } from './style.ts';
import { STREETS, useStreets } from './use-streets.ts';

const tiles = createStreetTiles();
addProtocol(STREETS_PROTOCOL, tiles.load);

const MAX_LAYER_ZOOM = 24;
/** Layers of the basemap that are hidden where streets are shown, with their zooms when there are no streets. */
const GIVING_WAY: Record<string, [number, number]> = {
  towns: [4, MAX_LAYER_ZOOM],
  'town-dots': [4, MAX_LAYER_ZOOM],
  'state-names': [4.4, 9],
  'country-names': [0, 7],
  seas: [0, 8],
  [LOCALITIES]: [mapLibreZoom(LOCALITIES_ZOOM), MAX_LAYER_ZOOM],
};

interface StreetsProps {
  source: StreetSource;
  scheme: Scheme;
  onState: (state: StreetsState) => void;
}

/** Draws the streets above the basemap's ground and below its boundaries, once all tiles of the view have arrived. */
export function Streets({ source, scheme, onState }: StreetsProps) {
  const map = useMap().current?.getMap();
  const { language } = useMessages();
  const state = useStreets(map, source, tiles);
  const { isShown } = state;
  const report = useEffectEvent(onState);
  useEffect(() => report(state), [state]);
  useGivingWay(map, isShown);
  const layers = useMemo(() => streetLayers({ scheme, isShown }), [scheme, isShown]);
  const names = useMemo(() => nameLayers(scheme, language, isShown), [scheme, language, isShown]);
  return (
    <Source
      id={STREETS}
      type="vector"
      tiles={[`${STREETS_PROTOCOL}://${source.tiles}`]}
      minzoom={source.minzoom}
      maxzoom={source.maxzoom}
    >
      {layers.map((layer) => (
        <Layer key={layer.id} {...layer} beforeId="borders-abroad" />
      ))}
      {names.map((layer) => (
        <Layer key={layer.id} {...layer} beforeId="towns" />
      ))}
    </Source>
  );
}

/** Hook: hides names of the basemap while those of the streets are shown, also after a change of the style. */
function useGivingWay(map: Map | undefined, isShown: boolean): void {
  useEffect(() => {
    if (!map) return;
    const apply = () => {
      for (const [id, [from, to]] of Object.entries(GIVING_WAY)) {
        const maxZoom = isShown ? STREETS_ZOOM : to;
        const layer = map.getLayer(id);
        if (layer && layer.maxzoom !== maxZoom) map.setLayerZoomRange(id, from, maxZoom);
      }
    };
    apply();
    map.on('styledata', apply);
    return () => void map.off('styledata', apply);
  }, [map, isShown]);
}

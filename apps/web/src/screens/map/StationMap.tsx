import 'maplibre-gl/dist/maplibre-gl.css';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import {
  Layer,
  Map as MapView,
  type MapLayerMouseEvent,
  type MapRef,
  Source,
  useMap,
  type ViewStateChangeEvent,
} from 'react-map-gl/maplibre';
import type { Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useColorScheme } from '#device/color-scheme.ts';
import { REDUCED_MOTION, useMedia } from '#device/media.ts';
import { useWords } from '#words/words.ts';
import {
  CLUSTERING,
  chosenLayer,
  CLUSTERS,
  clusterLayer,
  localityFeatures,
  localityLayer,
  pinLayer,
  PINS,
  stationFeatures,
} from './layers.ts';
import { ChosenPin, OwnPlace } from './Markers.tsx';
import { draw } from './pictures.ts';
import { bringIntoView, INDIA_BOX, OWN_MOVE, type Padding, viewOf } from './camera.ts';
import { Spread } from './Spread.tsx';
import { useBasemap } from './use-basemap.ts';
import { mapLibreZoom, MAX_ZOOM, MIN_ZOOM, PLACE_ZOOM, type View } from './view.ts';

maplibre.setWorkerUrl(workerUrl);

export interface MapHandle {
  goTo(place: Place): void;
}

interface StationMapProps {
  ref: Ref<MapHandle>;
  stations: readonly Station[];
  localities: readonly [string, number, number][];
  chosen: Station | undefined;
  /** The chosen one was picked by its card: its pin is brought into view. */
  isCardLeading: boolean;
  position: Place | undefined;
  /** Where to open; the whole of India without one. */
  start: { middle: Place; zoom: number } | undefined;
  padding: Padding;
  /** The driver has moved the map, or it has just opened. */
  onView: (view: View, isFirst: boolean) => void;
  onChoose: (id: string) => void;
  onFail: () => void;
}

/** The map itself: basemap, pins, clusters, the chosen pin and the driver's own place. */
export default function StationMap(props: StationMapProps) {
  const { ref, stations, localities, chosen, isCardLeading, position, start, padding, onView, onChoose, onFail } =
    props;
  const words = useWords();
  const scheme = useColorScheme();
  const isStill = useMedia(REDUCED_MOTION);
  const map = useRef<MapRef>(null);
  const [isLoaded, setLoaded] = useState(false);
  const { style, isError } = useBasemap(scheme);
  const chosenId = chosen?.property_id;
  const data = useMemo(() => stationFeatures(stations, chosenId), [stations, chosenId]);
  const names = useMemo(() => localityFeatures(localities), [localities]);

  useEffect(() => {
    if (isError) onFail();
  }, [isError, onFail]);

  useImperativeHandle(ref, () => ({
    goTo: ({ latitude, longitude }) =>
      map.current?.flyTo({
        center: [longitude, latitude],
        zoom: mapLibreZoom(PLACE_ZOOM),
        duration: isStill ? 0 : 1200,
      }),
  }));

  // Bars come and go; the middle of what they leave free stays the middle.
  useEffect(() => {
    if (isLoaded) map.current?.jumpTo({ padding }, OWN_MOVE);
  }, [isLoaded, padding]);

  useEffect(() => {
    if (isLoaded && isCardLeading && chosen && map.current) bringIntoView(map.current, chosen, padding, isStill);
    // Only when another one is chosen.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosenId, isCardLeading, isLoaded]);

  const open = () => {
    if (!map.current) return;
    map.current.getMap().touchZoomRotate.disableRotation();
    map.current.getMap().keyboard.disableRotation();
    map.current.jumpTo({ padding }, OWN_MOVE);
    if (start)
      map.current.jumpTo({ center: [start.middle.longitude, start.middle.latitude], zoom: start.zoom }, OWN_MOVE);
    else map.current.fitBounds(INDIA_BOX, { duration: 0 }, OWN_MOVE);
    setLoaded(true);
    onView(viewOf(map.current), true);
  };
  const tellView = (event: ViewStateChangeEvent) => {
    if (map.current && isLoaded && !('isOwnMove' in event)) onView(viewOf(map.current), false);
  };
  const openCluster = async (clusterId: number, [longitude, latitude]: [number, number]) => {
    const source = map.current?.getSource<maplibre.GeoJSONSource>('stations');
    if (!source) return;
    const zoom = await source.getClusterExpansionZoom(clusterId);
    map.current?.easeTo({ center: [longitude, latitude], zoom: zoom + 0.2, duration: isStill ? 0 : 500 });
  };
  const onClick = ({ features }: MapLayerMouseEvent) => {
    const [feature] = features ?? [];
    if (feature?.geometry.type !== 'Point') return;
    const { id, cluster_id } = feature.properties as { id?: string; cluster_id?: number };
    if (id !== undefined) onChoose(id);
    else if (cluster_id !== undefined) void openCluster(cluster_id, feature.geometry.coordinates as [number, number]);
  };

  if (!style) return null;
  return (
    <MapView
      ref={map}
      mapLib={maplibre}
      mapStyle={style}
      styleDiffing={false}
      initialViewState={
        start
          ? { latitude: start.middle.latitude, longitude: start.middle.longitude, zoom: start.zoom, padding }
          : { bounds: INDIA_BOX, fitBoundsOptions: { padding } }
      }
      minZoom={mapLibreZoom(MIN_ZOOM)}
      maxZoom={mapLibreZoom(MAX_ZOOM)}
      dragRotate={false}
      pitchWithRotate={false}
      touchPitch={false}
      renderWorldCopies={false}
      attributionControl={false}
      fadeDuration={isStill ? 0 : 150}
      locale={{ 'Map.Title': words.map.label }}
      interactiveLayerIds={[PINS, CLUSTERS]}
      onLoad={open}
      onMoveEnd={tellView}
      onClick={onClick}
      onError={({ error, target }) => {
        console.warn('The map reports', error.message);
        // Without a map it could not be made at all: no WebGL.
        if (!target) onFail();
      }}
      cursor="grab"
    >
      <Pictures />
      <Source id="localities" type="geojson" data={names}>
        <Layer {...localityLayer(scheme)} beforeId="towns" />
      </Source>
      <Source id="stations" type="geojson" data={data} {...CLUSTERING}>
        <Layer {...pinLayer(scheme)} />
        <Layer {...clusterLayer(scheme)} />
      </Source>
      <Source id="chosen" type="geojson" data={stationFeatures(chosen ? [chosen] : [], undefined)}>
        <Layer {...chosenLayer(scheme)} />
      </Source>
      {position && <OwnPlace place={position} scheme={scheme} />}
      {chosen && isLoaded && <Spread chosen={chosen} scheme={scheme} onChoose={onChoose} onCluster={openCluster} />}
      {chosen && <ChosenPin key={chosen.property_id} station={chosen} scheme={scheme} />}
    </MapView>
  );
}

/** Draws a pin or a ring when a layer first asks for it. */
function Pictures() {
  const { current: map } = useMap();
  useEffect(() => {
    const target = map?.getMap();
    target?.setMissingStyleImageResolver(async (name) => {
      const picture = draw(name);
      if (picture && !target.hasImage(name)) target.addImage(name, picture.data, { pixelRatio: picture.pixelRatio });
    });
  }, [map]);
  return null;
}

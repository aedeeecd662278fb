import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Layer, Map as MapView, type MapLayerMouseEvent, Source, useMap } from 'react-map-gl/maplibre';
import type { Coordinates } from '@bijli/contract/geo';
import { useLocalities } from '#api/stations.ts';
import { useColorScheme } from '#device/color-scheme.ts';
import { REDUCED_MOTION, useMedia } from '#device/media.ts';
import { useMessages } from '#messages/messages.ts';
import { attributionOf, bundledGlyphs } from './basemap/map-service.ts';
import type { Basemap } from './basemap/use-basemap.ts';
import { DistanceRings } from './distances/DistanceRings.tsx';
import { chosenLabel, pinLabels } from './distances/labels.ts';
import { DISTANCES_ZOOM } from './distances/ring-layers.ts';
import { useDistances } from './distances/use-distances.ts';
import { noteFirstDrawn } from './first-drawn.ts';
import { LabelBlockers } from './labels/LabelBlockers.tsx';
import type { PlacedLabel } from './labels/placed-labels.ts';
import {
  chosenLayer,
  CLUSTERS,
  clusterLayer,
  localityFeatures,
  localityLayer,
  pinLayer,
  PINS,
  chosenFeature,
  type ToDraw,
} from './layers.ts';
import { ChosenPin, DriverMarker } from './marks/Markers.tsx';
import { drawPicture, pinLook, type Scheme } from './marks/pictures.ts';
import { markFeatures, type MarkOnMap, uncoveredOf, useFrame, usePlaced } from './marks/use-placed.ts';
import type { StreetsState } from './streets/streets-state.ts';
import { Streets } from './streets/Streets.tsx';
import { INDIA_BOX, type Padding, viewOf } from './view/camera.ts';
import { type CameraOptions, useCamera } from './view/use-camera.ts';
import { mapLibreZoom, MAX_ZOOM, MIN_ZOOM, type View } from './view/view.ts';

maplibre.setWorkerUrl(workerUrl);

/** The map cannot be turned or tilted. Its attribution is shown by the app, below the map. */
const FIXED = {
  minZoom: mapLibreZoom(MIN_ZOOM),
  maxZoom: mapLibreZoom(MAX_ZOOM),
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  renderWorldCopies: false,
  attributionControl: false,
} as const;

/** How long names and marks take to appear. */
const FADE_MS = 150;
/**
 * The static map has rings and labels too. It stays over this map until this one has drawn all of its own, but at most
 * this long.
 */
const DISTANCES_WAIT_MS = 4000;

export interface StationMapProps extends CameraOptions, ToDraw {
  basemap: Basemap;
  position: Coordinates | undefined;
  /** Called with the attribution of the basemap's sources, once it is known. */
  onAttribution: (text: string) => void;
  onStreets: (state: StreetsState) => void;
  onChoose: (id: string) => void;
  /** Called when the map is ready to be moved. */
  onLoaded: (canvas: HTMLElement) => void;
  /** Called when the map begins to move and when it stops, whoever moved it. */
  onMove: (to: 'moving' | View) => void;
  /** Called when everything is drawn. */
  onDrawn: () => void;
  onFail: () => void;
}

/** The movable map: basemap, pins, clusters, the chosen pin and the driver's position. */
export default function StationMap(props: StationMapProps) {
  const { basemap, chosen, position, padding, opensAt, types } = props;
  const { onChoose, onAttribution, onStreets, onLoaded, onMove, onDrawn, onFail } = props;
  const messages = useMessages();
  const scheme = useColorScheme();
  const isStill = useMedia(REDUCED_MOTION);
  const { map, isLoaded, loaded, open, reportView, openCluster } = useCamera(props);
  const frame = useFrame(loaded);
  const marks = usePlaced(frame, props);
  const uncovered = useMemo(() => frame && uncoveredOf(frame, padding), [frame, padding]);
  const [hasStreets, setStreets] = useState(false);
  const hasDistances = basemap.from === 'own' && !hasStreets;
  const distances = useDistances({
    uncovered,
    mapLibreZoom: frame?.mapLibreZoom,
    stations: props.stations,
    placed: marks,
    chosen,
    position,
    hasRings: hasDistances,
  });
  const features = useFeatures(props, marks, distances?.labels);

  const { reportDrawn, checkMarksDrawn } = useReportDrawn({
    marks,
    hasDistances,
    onDrawn,
  });
  const reportStreets = (state: StreetsState) => {
    setStreets(state.isShown);
    onStreets(state);
  };
  const reportAttribution = () => {
    const target = map.current?.getMap();
    if (target && basemap.from === 'service') onAttribution(attributionOf(target));
  };
  const onClick = ({ features: touched }: MapLayerMouseEvent) => {
    const [feature] = touched ?? [];
    if (feature?.geometry.type !== 'Point') return;
    const { id, closer } = feature.properties as { id?: string; closer?: number };
    if (id !== undefined) onChoose(id);
    else openCluster(closer, feature.geometry.coordinates as [number, number]);
  };

  if (!basemap.style) return null;
  return (
    <MapView
      ref={map}
      mapLib={maplibre}
      mapStyle={basemap.style}
      transformRequest={bundledGlyphs}
      styleDiffing={false}
      initialViewState={opensAt ? viewStateOf(opensAt, padding) : { bounds: INDIA_BOX, fitBoundsOptions: { padding } }}
      {...FIXED}
      fadeDuration={isStill ? 0 : FADE_MS}
      locale={{ 'Map.Title': messages.map.label }}
      interactiveLayerIds={[PINS, CLUSTERS]}
      onLoad={({ target }) => {
        open();
        onLoaded(target.getCanvas());
      }}
      onRender={({ target }) => checkMarksDrawn(target)}
      onIdle={() => {
        if (marks) reportDrawn();
        reportAttribution();
      }}
      onMoveStart={() => onMove('moving')}
      onMoveEnd={(event) => {
        if (map.current) onMove(viewOf(map.current));
        reportView(event);
      }}
      onClick={onClick}
      onError={({ error, target }) => {
        console.warn('The map reports', error.message);
        // Without `target` the map could not be created, because the device has no WebGL.
        if (!target) onFail();
      }}
      cursor="grab"
    >
      <Pictures />
      {basemap.from === 'own' && <Localities names={features.names} scheme={scheme} />}
      {distances && <DistanceRings distances={distances} scheme={scheme} />}
      {isLoaded && basemap.streets && <Streets source={basemap.streets} scheme={scheme} onState={reportStreets} />}
      <Pins features={features} scheme={scheme} />
      <LabelBlockers scheme={scheme} />
      {position && isLoaded && <DriverMarker place={position} scheme={scheme} />}
      {chosen && isLoaded && (
        <ChosenPin key={chosen.property_id} station={chosen} look={pinLook(chosen, types)} scheme={scheme} />
      )}
    </MapView>
  );
}

function viewStateOf({ middle, mapLibreZoom: zoom }: NonNullable<StationMapProps['opensAt']>, padding: Padding) {
  return { latitude: middle.latitude, longitude: middle.longitude, zoom, padding };
}

interface ReportDrawnOptions {
  /** Undefined until the marks are laid out. */
  marks: readonly MarkOnMap[] | undefined;
  /** Whether rings and distances are drawn at near zooms. */
  hasDistances: boolean;
  onDrawn: () => void;
}

/** Hook: reports once that everything on the map is drawn. */
function useReportDrawn({ marks, hasDistances, onDrawn }: ReportDrawnOptions) {
  const isReported = useRef(false);
  const loadedAtMs = useRef<number>(undefined);
  const reportDrawn = () => {
    isReported.current = true;
    noteFirstDrawn('map-drawn');
    onDrawn();
  };
  // Placing all names may take long, so drawn marks are enough after a while.
  const checkMarksDrawn = (target: maplibre.Map) => {
    if (isReported.current || !marks || !target.getSource('stations') || !target.areTilesLoaded()) return;
    loadedAtMs.current ??= performance.now();
    const showsDistances = hasDistances && target.getZoom() >= DISTANCES_ZOOM;
    if (performance.now() - loadedAtMs.current > (showsDistances ? DISTANCES_WAIT_MS : FADE_MS)) reportDrawn();
  };
  return { reportDrawn, checkMarksDrawn };
}

/** Everything that is drawn on the basemap, as GeoJSON. */
function useFeatures(
  { chosen }: StationMapProps,
  marks: readonly MarkOnMap[] = NO_MARKS,
  labels: readonly PlacedLabel[] = NO_LABELS,
) {
  const { data: localities } = useLocalities();
  const pins = useMemo(() => markFeatures(marks, labels), [marks, labels]);
  const names = useMemo(() => localityFeatures(localities ?? [], labels), [localities, labels]);
  const own = useMemo(
    () =>
      chosenFeature(
        chosen,
        labels.find(({ id }) => id !== undefined && id === chosen?.property_id),
      ),
    [chosen, labels],
  );
  return { pins, names, chosen: own };
}

const NO_MARKS: MarkOnMap[] = [];
const NO_LABELS: PlacedLabel[] = [];

type Features = ReturnType<typeof useFeatures>;

/** Names of localities, below those of towns. */
function Localities({ names, scheme }: { names: Features['names']; scheme: Scheme }) {
  return (
    <Source id="localities" type="geojson" data={names}>
      <Layer {...localityLayer(scheme)} beforeId="towns" />
    </Source>
  );
}

/** Pins and clusters, and the layer that keeps names away from the chosen pin. */
function Pins({ features, scheme }: { features: Features; scheme: Scheme }) {
  return (
    <>
      <Source id="stations" type="geojson" data={features.pins}>
        <Layer {...pinLayer(scheme)} />
        <Layer {...clusterLayer(scheme)} />
        <Layer {...pinLabels(scheme)} beforeId={PINS} />
      </Source>
      <Source id="chosen" type="geojson" data={features.chosen}>
        <Layer {...chosenLayer(scheme)} />
        <Layer {...chosenLabel(scheme)} beforeId={PINS} />
      </Source>
    </>
  );
}

/** Adds the picture of a pin or ring when a layer first needs it. */
function Pictures() {
  const { current: map } = useMap();
  useEffect(() => {
    const target = map?.getMap();
    target?.setMissingStyleImageResolver(async (name) => {
      const picture = drawPicture(name);
      if (picture && !target.hasImage(name)) target.addImage(name, picture.data, { pixelRatio: picture.pixelRatio });
    });
  }, [map]);
  return null;
}

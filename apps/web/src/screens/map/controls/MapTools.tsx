import { List, LoaderCircle, LocateFixed, Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton, IconLink } from '@bijli/ui/IconButton';
import { FINE_POINTER, RAIL, useMedia } from '#device/media.ts';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { DemoBadge } from '#shell/DemoBadge.tsx';
import { scan } from '#shell/footer-destinations.ts';
import type { Basemap } from '../basemap/use-basemap.ts';
import { DISTANCES_ZOOM } from '../distances/ring-layers.ts';
import { ScaleBar } from '../distances/ScaleBar.tsx';
import type { View } from '../view/view.ts';
import { Attribution } from './Attribution.tsx';
import { MapLegend } from './MapLegend.tsx';
import styles from '../MapScreen.module.css';

interface MapToolsProps {
  /** The round buttons with the space at their right and below them, which the map measures. */
  corner: Ref<HTMLDivElement>;
  /** No other page is beside the map. */
  isMapOnly: boolean;
  /** The connector types of the driver's vehicle are known. */
  hasVehicle: boolean;
  basemap: Basemap;
  /** The attribution of the visible map. Undefined when it is our own. */
  credit: string | undefined;
  /** The view for the scale bar, when the map shows distances. */
  scaled: View | undefined;
  /** The driver's position is being found, or the map is on its way to it. */
  isLocating: boolean;
  onLocate: () => void;
  /** Shows more or less of the map by this many zoom steps. Undefined until the map that moves is there. */
  zoomBy: ((steps: number) => void) | undefined;
}

/** The bottom of the map: its legend and source, and buttons to the driver's position and to the list. */
export function MapTools(props: MapToolsProps) {
  const { corner, isMapOnly, hasVehicle, basemap, credit, scaled, isLocating, onLocate, zoomBy } = props;
  const messages = useMessages();
  const hasRail = useMedia(RAIL);
  // With a finger it is easier to spread two of them, and a phone's map has no room to spare.
  const hasZoom = useMedia(FINE_POINTER) && hasRail && zoomBy !== undefined;
  return (
    <div className={styles.tools}>
      <div className={styles.captions}>
        {isLocating && (
          <p className={styles.why} role="status" data-over-map>
            {messages.map.locating}
          </p>
        )}
        {basemap.isFallback && basemap.style && (
          <p className={styles.simple} role="status" data-over-map>
            {messages.map.simpleMap}
          </p>
        )}
        <div className={styles.line}>
          <MapLegend hasVehicle={hasVehicle} />
          {scaled && scaled.mapLibreZoom >= DISTANCES_ZOOM && (
            <ScaleBar zoom={scaled.mapLibreZoom} middle={scaled.middle} />
          )}
        </div>
        <Attribution text={credit}>{!hasRail && <DemoBadge />}</Attribution>
      </div>
      <div ref={corner} className={styles.corner}>
        <div className={styles.buttons} data-over-map>
          {hasZoom && (
            <span className={styles.zoom} role="group" aria-label={messages.map.zoom}>
              <IconButton icon={Plus} label={messages.map.zoomIn} onClick={() => zoomBy(1)} />
              <IconButton icon={Minus} label={messages.map.zoomOut} onClick={() => zoomBy(-1)} />
            </span>
          )}
          {!hasRail && <IconLink icon={scan.icon} label={messages.nav[scan.word]} to={scan.to} />}
          <IconButton
            icon={isLocating ? LoaderCircle : LocateFixed}
            label={messages.map.locateMe}
            aria-busy={isLocating}
            onClick={() => isLocating || onLocate()}
          />
          {isMapOnly && <IconLink icon={List} label={messages.map.list} to={paths.listChargers} />}
        </div>
      </div>
    </div>
  );
}

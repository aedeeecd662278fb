import { List, LoaderCircle, LocateFixed, Zap } from 'lucide-react';
import { useState } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { IconButton, IconLink } from '@bijli/ui/IconButton';
import { RAIL, useMedia } from '#device/media.ts';
import { locate, type NoPlace } from '#device/position.ts';
import { useMessages } from '#messages/messages.ts';
import { Demo } from '#parts/Demo.tsx';
import { paths } from '#paths.ts';
import { scan } from '#shell/footer-destinations.ts';
import { Attribution } from './Attribution.tsx';
import { CHART_ZOOM } from './chart/chart-layers.ts';
import { ScaleBar } from './chart/ScaleBar.tsx';
import { MapLegend } from './MapLegend.tsx';
import type { Basemap } from './use-basemap.ts';
import type { View } from './view.ts';
import styles from './MapScreen.module.css';

interface MapToolsProps {
  /** No other page is beside the map. */
  isMapOnly: boolean;
  /** The front card's station was chosen because a charge can start there now. */
  isFrontFree: boolean;
  /** The connector types of the driver's vehicle are known. */
  hasVehicle: boolean;
  basemap: Basemap;
  /** The attribution of the visible map. Undefined when it is our own. */
  credit: string | undefined;
  /** The view for the scale bar, when the map is a chart. */
  scaled: View | undefined;
  onLocated: (place: Coordinates) => void;
  onNotLocated: (why: NoPlace) => void;
}

/** The bottom of the map: its legend and source, and buttons to the driver's position and to the list. */
export function MapTools(props: MapToolsProps) {
  const { isMapOnly, isFrontFree, hasVehicle, basemap, credit, scaled, onLocated, onNotLocated } = props;
  const messages = useMessages();
  const hasRail = useMedia(RAIL);
  const [isLooking, setLooking] = useState(false);
  const locateMe = async () => {
    setLooking(true);
    const place = await locate();
    setLooking(false);
    if (typeof place === 'string') onNotLocated(place);
    else onLocated(place);
  };
  return (
    <div className={styles.tools}>
      <div className={styles.captions}>
        {isFrontFree && (
          <p className={styles.why} data-over-map>
            <Zap size={16} fill="currentColor" aria-hidden />
            {messages.map.freeNow}
          </p>
        )}
        {basemap.isFallback && basemap.style && (
          <p className={styles.simple} role="status" data-over-map>
            {messages.map.simpleMap}
          </p>
        )}
        <MapLegend hasVehicle={hasVehicle} />
        {scaled && scaled.mapLibreZoom >= CHART_ZOOM && <ScaleBar zoom={scaled.mapLibreZoom} middle={scaled.middle} />}
        <Attribution text={credit}>{!hasRail && <Demo />}</Attribution>
      </div>
      <div className={styles.buttons} data-over-map>
        {!hasRail && <IconLink icon={scan.icon} label={messages.nav[scan.word]} to={scan.to} />}
        <IconButton
          icon={isLooking ? LoaderCircle : LocateFixed}
          label={messages.map.locateMe}
          aria-busy={isLooking}
          onClick={() => void (isLooking || locateMe())}
        />
        {isMapOnly && <IconLink icon={List} label={messages.map.list} to={paths.listChargers} />}
      </div>
    </div>
  );
}

import { List, LocateFixed, Zap } from 'lucide-react';
import type { Place } from '@bijli/contract/geo';
import { IconButton, IconLink } from '@bijli/ui/IconButton';
import { nativeShell } from '#device/native-shell.ts';
import { locate } from '#device/position.ts';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { Attribution } from './Attribution.tsx';
import type { Basemap } from './use-basemap.ts';
import styles from './Map.module.css';

interface MapToolsProps {
  /** The front card is there because a charge can start at its station now. */
  isFrontFree: boolean;
  basemap: Basemap;
  /** What the sources of the basemap ask to be shown, where its service does not say so. */
  attribution: string;
  onLocated: (here: Place) => void;
}

/** At the foot of the map: what it says of itself, and the ways to the own place and to the list. */
export function MapTools({ isFrontFree, basemap, attribution, onLocated }: MapToolsProps) {
  const messages = useMessages();
  const locateMe = async () => {
    const here = await locate();
    if (here) onLocated(here);
    else {
      const shell = nativeShell();
      alert(shell ? messages.errors.noLocationInApp[shell] : messages.errors.noLocation);
    }
  };
  return (
    <div className={styles.tools}>
      <div className={styles.captions}>
        {isFrontFree && (
          <p className={styles.why}>
            <Zap size={16} fill="currentColor" aria-hidden />
            {messages.map.freeNow}
          </p>
        )}
        {basemap.isFallback && basemap.style && (
          <p className={styles.simple} role="status">
            {messages.map.simpleMap}
          </p>
        )}
        <Attribution text={basemap.from === 'own' ? undefined : (basemap.attribution ?? attribution)} />
      </div>
      <div className={styles.buttons}>
        <IconButton icon={LocateFixed} label={messages.map.locateMe} onClick={() => void locateMe()} />
        <IconLink icon={List} label={messages.map.list} to={paths.listChargers} />
      </div>
    </div>
  );
}

import type { Coordinates } from '@bijli/contract/geo';
import { useMessages } from '#messages/messages.ts';
import { worldPx } from '../marks/mercator.ts';
import { scaleFor } from './rings.ts';
import styles from './ScaleBar.module.css';

/** A bar that shows how long a round distance is on the map. */
export function ScaleBar({ zoom, middle }: { zoom: number; middle: Coordinates }) {
  const { map: messages } = useMessages();
  const scale = scaleFor(worldPx(zoom), middle.latitude);
  if (!scale) return null;
  return (
    <span className={styles.scale} role="img" data-over-map aria-label={messages.scale(messages.km(scale.km))}>
      <i style={{ width: scale.px }} />
      {messages.km(scale.km)}
    </span>
  );
}

import { ChevronUp } from 'lucide-react';
import { useClosingDetails } from '@bijli/ui/use-closing-details';
import { useColorScheme } from '#device/color-scheme.ts';
import { useMessages } from '#messages/messages.ts';
import { pinPicture, ringPicture, unfitPicture } from '../marks/pictures.ts';
import styles from './MapLegend.module.css';

interface MapLegendProps {
  /** Only then can there be stations that do not fit. */
  hasVehicle: boolean;
}

/** A sample cluster of five stations, which shows what a ring means. */
const RING = { free: 3, busy: 1, offline: 1, total: 5 };

/** The map's marks as a small legend. A tap explains them. */
export function MapLegend({ hasVehicle }: MapLegendProps) {
  const { legend } = useMessages().map;
  const scheme = useColorScheme();
  const marks: [picture: string, what: string][] = [
    [pinPicture('free', scheme), legend.free],
    [pinPicture('busy', scheme), legend.busy],
    [pinPicture('offline', scheme), legend.shut],
    ...(hasVehicle ? [[unfitPicture(scheme), legend.unfit] as [string, string]] : []),
  ];
  // Open, it covers marks.
  const details = useClosingDetails();
  return (
    <details ref={details} className={styles.legend} data-over-map>
      <summary>
        {marks.map(([picture, what]) => (
          <Picture key={what} svg={picture} />
        ))}
        <span className={styles.title}>{legend.title}</span>
        <ChevronUp size={16} aria-hidden />
      </summary>
      <ul>
        {[
          ...marks,
          [pinPicture('captive', scheme), legend.captive] as const,
          [ringPicture(RING, scheme), legend.cluster] as const,
        ].map(([picture, what]) => (
          <li key={what}>
            <Picture svg={picture} />
            {what}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Picture({ svg }: { svg: string }) {
  return <span className={styles.picture} aria-hidden dangerouslySetInnerHTML={{ __html: svg }} />;
}

import { Clock3, Navigation } from 'lucide-react';
import { distanceKm } from '@bijli/contract/geo';
import { isCaptive } from '@bijli/contract/station-access';
import type { Station } from '@bijli/contract/stations';
import { cx } from '@bijli/ui/cx';
import { distance } from '@bijli/ui/format/text';
import { usePosition } from '#device/position.ts';
import { useMessages } from '#messages/messages.ts';
import { driveInWords } from '#parts/stations/drive-in-words.ts';
import styles from './WhenAndWhere.module.css';

/**
 * Opening hours, distance and estimated drive time, each if it is known. `AccessNotes` says when the station is closed.
 */
export function WhenAndWhere({ station, hours }: { station: Station; hours: string[] | undefined }) {
  const all = useMessages();
  const { station: messages } = all;
  const position = usePosition();
  const km = position && distanceKm(position, station);
  const { open_now: isOpen, active_charger: online } = station;
  const only = hours?.length === 1 ? hours[0] : undefined;
  // A single line without a span of hours means that the station never closes.
  const isAlways = only?.includes('–') === false;
  return (
    <div className={cx(styles.when, 'num')}>
      {(isOpen || only !== undefined) && (
        <span>
          <Clock3 size={16} aria-hidden />
          {isOpen && (
            <b className={cx(online > 0 && !isCaptive(station) && styles.isOpen)}>
              {isAlways ? only : messages.openNow}
            </b>
          )}
          {!isAlways && only}
        </span>
      )}
      {km !== undefined && (
        <span>
          <Navigation size={16} aria-hidden />
          <b>{distance(km)}</b>
          {driveInWords(km, all)}
        </span>
      )}
    </div>
  );
}

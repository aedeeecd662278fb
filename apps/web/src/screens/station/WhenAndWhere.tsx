import { Clock3, Navigation } from 'lucide-react';
import { distanceKm } from '@bijli/contract/geo';
import { isCaptive } from '@bijli/contract/station-access';
import type { Station } from '@bijli/contract/stations';
import { cx } from '@bijli/ui/cx';
import { distance } from '@bijli/ui/format/text';
import { usePosition } from '#device/position.ts';
import { useMessages } from '#messages/messages.ts';
import { driveInWords } from '#parts/drive-in-words.ts';
import styles from './StationBody.module.css';

/** When it is open, how far it is and about how long the drive takes; each only where it is known. `AccessNotes` tell that it is closed. */
export function WhenAndWhere({ station, hours }: { station: Station; hours: string[] | undefined }) {
  const { station: messages, stations } = useMessages();
  const position = usePosition();
  const km = position && distanceKm(position, station);
  const { open_now: isOpen, active_charger: online } = station;
  const only = hours?.length === 1 ? hours[0] : undefined;
  // One line without a span of hours: it never closes.
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
          {driveInWords(km, stations)}
        </span>
      )}
    </div>
  );
}

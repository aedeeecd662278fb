import type { Station } from '@bijli/contract/stations';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { Button } from '@bijli/ui/Button';
import { distance } from '@bijli/ui/format/text';
import { openingTime } from '@bijli/ui/format/time';
import { useNow } from '#device/use-now.ts';
import { useMessages, type Messages } from '#messages/messages.ts';
import type { AccessLimit } from '../access.ts';
import { FreeNearby } from '../FreeNearby.tsx';
import styles from './ChargeSheet.module.css';

interface StartAnywayProps {
  limits: readonly AccessLimit[];
  station: Station;
  vehicle: OwnVehicle | undefined;
  /** A charge is being started. A link to another station would lead away from it. */
  isStarting: boolean;
}

/**
 * Asks before money is held when the driver may not reach the charger. It names a station where a charge can start now.
 */
export function StartAnyway({ limits, station, vehicle, isStarting }: StartAnywayProps) {
  const { station: messages, chargeSheet } = useMessages();
  const nowMs = useNow();
  const why = limits.map((limit) => whyNot(limit, messages, nowMs)).join(' ');
  return (
    <>
      <p className={`num ${styles.ask}`} role="alert">
        {why} <b>{chargeSheet.startAnywayAsked}</b>
      </p>
      {!isStarting && limits.some(({ kind }) => kind !== 'far') && (
        <FreeNearby station={station} types={vehicle?.connector_types ?? []} vehicle={vehicle} />
      )}
    </>
  );
}

function whyNot(limit: AccessLimit, messages: Messages['station'], nowMs: number): string {
  if (limit.kind === 'captive') return messages.captiveOnly;
  if (limit.kind === 'far') return `${messages.isFar(distance(limit.km))}.`;
  const what =
    limit.opensAt === undefined ? messages.isClosed : messages.isClosedUntil(openingTime(limit.opensAt, nowMs));
  return `${what} ${messages.gateMayBeShut}`;
}

interface AnswerProps {
  isBusy: boolean;
  onStart: () => void;
  onBack: () => void;
}

export function StartAnywayAnswer({ isBusy, onStart, onBack }: AnswerProps) {
  const { chargeSheet: messages, common } = useMessages();
  return (
    <div className={styles.answer}>
      <Button look="quiet" isBlock onClick={onBack} disabled={isBusy}>
        {common.back}
      </Button>
      <Button look="line" isBlock isBusy={isBusy} onClick={onStart}>
        {isBusy ? messages.asking : messages.startAnyway}
      </Button>
    </div>
  );
}

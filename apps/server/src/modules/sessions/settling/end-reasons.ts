import { MINUTE_MS } from '#kernel/durations.ts';
import type { StopReport } from '../charge-points.ts';
import type { Session } from '../sessions.store.ts';
import type { StopAnswer } from '../stopping/stop-requests.ts';

/** A charge point's clock may be behind ours by this much. */
const MAX_STOP_BEHIND_MS = MINUTE_MS;

/**
 * The OCPP 1.6 stop reason to store. The charge point's own reason comes first. A missing reason means Local (OCPP 1.6
 * section 6.45), but charge points also leave it out of stops that we request, and then it is Remote.
 */
export function reasonOfStop(
  { reason, at, isClockDoubted }: Pick<StopReport, 'reason' | 'at' | 'isClockDoubted'>,
  { stopCause, stopRequestedAt }: Pick<Session, 'stopCause' | 'stopRequestedAt'>,
  answer: StopAnswer | undefined,
): string {
  if (reason) return reason;
  if (!stopCause || !stopRequestedAt || answer === 'rejected') return 'Local';
  // A stop that is reported late may have happened before our request.
  const wasBefore = !isClockDoubted && at.getTime() < stopRequestedAt.getTime() - MAX_STOP_BEHIND_MS;
  return wasBefore && answer !== 'accepted' ? 'Local' : 'Remote';
}

/**
 * The reason for a session that we end without StopTransaction. `guess`: what the connector's state or the silence
 * suggests.
 */
export function reasonWithoutStop(
  { stopCause, restartedAt, progressAt }: Pick<Session, 'stopCause' | 'restartedAt' | 'progressAt'>,
  guess: string,
): string {
  // A charge point that continued the session after its boot has not forgotten it.
  if (restartedAt && !(progressAt && progressAt > restartedAt)) return 'charge_forgotten';
  return stopCause ? 'Remote' : guess;
}

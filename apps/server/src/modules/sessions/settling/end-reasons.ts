import { MINUTE_MS } from '#kernel/durations.ts';
import type { StopReport } from '../charge-points.ts';
import type { Session } from '../sessions.store.ts';
import type { StopAnswer } from '../stopping/stop-requests.ts';

/** A charge point's clock may be behind ours by so much. */
const MAX_STOP_BEHIND_MS = MINUTE_MS;

/**
 * Why a session ended, as its row keeps it: an OCPP 1.6 stop reason. The charge point's own word goes first. Without one the reason
 * is Local (OCPP 1.6 section 6.45), but charge points leave it out of stops that we ask for as well; then it is Remote.
 */
export function reasonOfStop(
  { reason, at, isClockDoubted }: Pick<StopReport, 'reason' | 'at' | 'isClockDoubted'>,
  { stopCause, stopRequestedAt }: Pick<Session, 'stopCause' | 'stopRequestedAt'>,
  answer: StopAnswer | undefined,
): string {
  if (reason) return reason;
  if (!stopCause || !stopRequestedAt || answer === 'rejected') return 'Local';
  // A stop that is only told now may have been before we asked.
  const wasBefore = !isClockDoubted && at.getTime() < stopRequestedAt.getTime() - MAX_STOP_BEHIND_MS;
  return wasBefore && answer !== 'accepted' ? 'Local' : 'Remote';
}

/** Why a session ended whose charge point never said so. `guess`: what its connector or its silence looks like. */
export function reasonWithoutWord(
  { stopCause, restartedAt, progressAt }: Pick<Session, 'stopCause' | 'restartedAt' | 'progressAt'>,
  guess: string,
): string {
  // A charge point that goes on with the session after it has booted has not forgotten it.
  if (restartedAt && !(progressAt && progressAt > restartedAt)) return 'charge_forgotten';
  return stopCause ? 'Remote' : guess;
}

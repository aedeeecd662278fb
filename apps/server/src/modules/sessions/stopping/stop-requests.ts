import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import type { ChargePoints } from '../charge-points.ts';
import { nextState, type StopCause } from '../session-state.ts';
import type { Session, SessionChange } from '../sessions.store.ts';

export type StopAnswer = Awaited<ReturnType<ChargePoints['remoteStop']>>;

/**
 * A charge point is asked to stop a transaction at most this often. Until then its last answer is returned to everyone.
 */
const MIN_BETWEEN_REQUESTS_MS = 10 * SECOND_MS;
/** A rejection is returned only to presses at the same time, not to a driver who tries again. */
const REJECTION_TTL_MS = 2 * SECOND_MS;

interface StopRequest {
  atMs: number;
  answer?: StopAnswer;
}

/**
 * Sends RemoteStopTransaction for the driver, the limit and the supervisor. A charge point handles one call at a time,
 * so callers share one call, or the other connectors would wait behind them.
 */
export function createStopRequests(
  {
    clock,
    logSampled,
    chargePoints,
  }: { clock: Clock; logSampled: SampledLog; chargePoints: Pick<ChargePoints, 'remoteStop'> },
  /** Called for each request: when it was sent, and with its answer. */
  onAsked: (transactionId: number, atMs: number, answer?: StopAnswer) => void,
) {
  /** The last stop request of each transaction, also of those whose session has ended. */
  const requests = new Map<number, StopRequest>();
  const oneAtATime = singleFlight<number, StopAnswer>();

  const isWithin = ({ atMs }: StopRequest, ms: number): boolean => clock.now().getTime() - atMs < ms;

  /** Records a request, and drops expired ones. */
  function noteRequest(transactionId: number): StopRequest {
    for (const [id, before] of requests) if (!isWithin(before, MIN_BETWEEN_REQUESTS_MS)) requests.delete(id);
    const noted = { atMs: clock.now().getTime() };
    requests.set(transactionId, noted);
    return noted;
  }

  function sendRequest(chargePointId: string, transactionId: number): Promise<StopAnswer> {
    return oneAtATime(transactionId, async () => {
      const noted: StopRequest = noteRequest(transactionId);
      onAsked(transactionId, noted.atMs);
      const answer = await chargePoints.remoteStop(chargePointId, transactionId);
      noted.answer = answer;
      onAsked(transactionId, noted.atMs, answer);
      return answer;
    });
  }

  return {
    /** Returns the charge point's answer, or its recent one. Throws charger_offline, charger_silent. */
    async ask(chargePointId: string, transactionId: number): Promise<StopAnswer> {
      const before = requests.get(transactionId);
      const ttlMs = before?.answer === 'rejected' ? REJECTION_TTL_MS : MIN_BETWEEN_REQUESTS_MS;
      if (before?.answer && isWithin(before, ttlMs)) return before.answer;
      return sendRequest(chargePointId, transactionId);
    },

    /**
     * Sends a request in the background, unless one was sent within the last ten seconds over the same link. The
     * outcome shows in the charge point's reports. Never throws.
     */
    async askInBackground(
      chargePointId: string,
      transactionId: number,
      link: 'same' | 'new' = 'same',
    ): Promise<StopAnswer | undefined> {
      const before = requests.get(transactionId);
      if (link === 'same' && before && isWithin(before, MIN_BETWEEN_REQUESTS_MS)) return undefined;
      return sendRequest(chargePointId, transactionId).catch((error: unknown) => {
        const message = 'the charge point could not be asked to stop';
        const facts = { chargePointId, transactionId, error };
        logSampled('warn', { event: 'session.stop_not_sent', message, facts, by: chargePointId });
        return undefined;
      });
    },
  };
}

/** The columns that a stop request sets. Undefined if the session has not started, is stopping already, or is over. */
export function stopRequestOf(
  { state }: Pick<Session, 'state'>,
  stopCause: StopCause,
  now: Date,
): SessionChange | undefined {
  const stopping = nextState(state, 'stop-asked');
  return stopping === state ? undefined : { state: stopping, stopRequestedAt: now, stopCause };
}

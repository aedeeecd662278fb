import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { SampledLog } from '#kernel/log-sampler.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import type { ChargePoints } from '../charge-points.ts';

export type StopAnswer = Awaited<ReturnType<ChargePoints['remoteStop']>>;

/** A charge point is asked to stop a transaction no more often than this; until then its answer holds for whoever asks. */
const ASK_AGAIN_MS = 10 * SECOND_MS;
/** A refusal holds for the presses that came together, and not for a driver who tries once more. */
const REFUSAL_HOLDS_MS = 2 * SECOND_MS;

interface StopRequest {
  atMs: number;
  answer?: StopAnswer;
}

/**
 * RemoteStopTransaction for whoever wants it: the driver, the limit, the supervisor. A charge point takes one call at a time, so
 * many who want one stop share one call, or the other connectors would wait behind theirs.
 */
export function createStopRequests(
  {
    clock,
    logSampled,
    chargePoints,
  }: { clock: Clock; logSampled: SampledLog; chargePoints: Pick<ChargePoints, 'remoteStop'> },
  /** Hears of each call: when it was made, and its answer once there is one. */
  onAsked: (transactionId: number, atMs: number, answer?: StopAnswer) => void,
) {
  /** When the charge points of transactions were last asked, also of transactions whose session is over. */
  const requests = new Map<number, StopRequest>();
  const oneAtATime = singleFlight<number, StopAnswer>();

  const isWithin = ({ atMs }: StopRequest, ms: number): boolean => clock.now().getTime() - atMs < ms;

  /** Notes that a charge point is asked now, and forgets what no longer keeps anybody from asking. */
  function note(transactionId: number): StopRequest {
    for (const [id, before] of requests) if (!isWithin(before, ASK_AGAIN_MS)) requests.delete(id);
    const noted = { atMs: clock.now().getTime() };
    requests.set(transactionId, noted);
    return noted;
  }

  function call(chargePointId: string, transactionId: number): Promise<StopAnswer> {
    return oneAtATime(transactionId, async () => {
      const noted: StopRequest = note(transactionId);
      onAsked(transactionId, noted.atMs);
      const answer = await chargePoints.remoteStop(chargePointId, transactionId);
      noted.answer = answer;
      onAsked(transactionId, noted.atMs, answer);
      return answer;
    });
  }

  return {
    /** Answers what the charge point answers, or has answered just now. Throws charger_offline, charger_silent. */
    async ask(chargePointId: string, transactionId: number): Promise<StopAnswer> {
      const before = requests.get(transactionId);
      const holdsMs = before?.answer === 'rejected' ? REFUSAL_HOLDS_MS : ASK_AGAIN_MS;
      if (before?.answer && isWithin(before, holdsMs)) return before.answer;
      return call(chargePointId, transactionId);
    },

    /**
     * Asks in the background, unless the charge point was asked within the last ten seconds and its link is still the same;
     * what comes of it shows in the charge point's own reports. Never throws.
     */
    async askInBackground(
      chargePointId: string,
      transactionId: number,
      link: 'same' | 'new' = 'same',
    ): Promise<StopAnswer | undefined> {
      const before = requests.get(transactionId);
      if (link === 'same' && before && isWithin(before, ASK_AGAIN_MS)) return undefined;
      return call(chargePointId, transactionId).catch((error: unknown) => {
        const message = 'the charge point could not be asked to stop';
        const facts = { chargePointId, transactionId, error };
        logSampled('warn', { event: 'session.stop_not_sent', message, facts, by: chargePointId });
        return undefined;
      });
    },
  };
}

import type { MeterReading } from '@bijli/ocpp/meter-values';
import { coalesce } from '#kernel/coalesce.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import type { LimitStop } from '../stopping/limit-stop.ts';
import type { StopVerdicts } from '../stopping/stop-verdicts.ts';
import { noteSampleReceived } from '../supervision/live-activity.ts';
import { countDeliveredSoFar } from './delivered-so-far.ts';
import type { MeterLimits } from './energy.ts';
import { addToMeter, noteRecount, noteSuspectLogged, noteUncounted, replaceCount } from './live-meter.ts';

/** Minimum time between two complete counts of a session. */
const MIN_BETWEEN_COUNTS_MS = 5 * SECOND_MS;
/**
 * The time between two counts is also at least this fraction (1/100) of the session's duration, because each count
 * reads all its samples.
 */
const COUNTS_PER_DURATION = 100;

export type Counting = ReturnType<typeof createCounting>;

interface CountingParts {
  stopVerdicts: Pick<StopVerdicts, 'noteEnergyGrowth'>;
  limitStop: Pick<LimitStop, 'noteReading'>;
}

/** Counts the energy of running sessions, reading by reading. */
export function createCounting(
  { database, clock, log, logSampled }: Pick<SessionContext, 'database' | 'clock' | 'log' | 'logSampled'>,
  { stopVerdicts: { noteEnergyGrowth }, limitStop: { noteReading } }: CountingParts,
) {
  const recounts = new WeakMap<LiveSession, () => Promise<void>>();

  async function countAnew(live: LiveSession): Promise<void> {
    noteRecount(live.meter, clock.now());
    try {
      const fresh = await countDeliveredSoFar(database, live.session, live.ratedW);
      replaceCount(live.meter, fresh, limitsOf(live));
    } catch (error) {
      noteUncounted(live.meter);
      const { bookingId } = live.session;
      logSampled('warn', {
        event: 'session.not_recounted',
        message: 'a session could not be recounted; trying again',
        facts: { bookingId, error },
      });
    }
  }

  /**
   * Counts a session from its stored samples. Callers during a count share the next one, which sees the samples that
   * they have written.
   */
  function recount(live: LiveSession): Promise<void> {
    const known = recounts.get(live) ?? coalesce(() => countAnew(live));
    recounts.set(live, known);
    return known();
  }

  return {
    recount,

    /** Counts a session again if it has uncounted samples. If it was counted just now, the next check does it. */
    async recountIfDue(live: LiveSession): Promise<void> {
      const { hasUncountedSamples, countedAtMs } = live.meter;
      if (hasUncountedSamples && clock.now().getTime() >= countedAtMs + minIntervalMs(live)) await recount(live);
    },

    /** Adds readings to a session. It may have to be counted again after they are stored. */
    countReadings(live: LiveSession, readings: MeterReading[], receivedAt: Date): void {
      for (const reading of readings) {
        const hasGrown = addToMeter(live.meter, reading, receivedAt, limitsOf(live));
        noteSampleReceived(live.activity, receivedAt, hasGrown);
        if (hasGrown) noteEnergyGrowth(live);
        noteReading(live, reading, receivedAt);
      }
      const { session, meter } = live;
      if (meter.delivered.isSuspect && !meter.isSuspectLogged) {
        noteSuspectLogged(meter);
        const { bookingId, chargePointId } = session;
        log.warn({ event: 'session.meter_suspect', bookingId, chargePointId }, 'a meter reading is impossible');
      }
    },
  };
}

/** Minimum time between two counts of this session. */
function minIntervalMs({ session: { createdAt }, activity }: LiveSession): number {
  // Measured by the server's clock, because a charge point may report any start time.
  const ms = activity.sampleReceivedAt.getTime() - createdAt.getTime();
  return Math.max(MIN_BETWEEN_COUNTS_MS, ms / COUNTS_PER_DURATION);
}

function limitsOf({ ratedW, session }: LiveSession): MeterLimits {
  return { ratedW, restartedAt: session.restartedAt };
}

import type { MeterReading } from '@bijli/ocpp/meter-values';
import { coalesce } from '#kernel/coalesce.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { deliveredSoFar } from '../settling/settlement.ts';
import type { LimitStop } from '../stopping/limit-stop.ts';
import type { StopRefusals } from '../stopping/stop-refusals.ts';
import { addReading, type MeterLimits } from './energy.ts';

/** A session is counted anew no more often than this. */
const MIN_BETWEEN_COUNTS_MS = 5 * SECOND_MS;
/** Nor more often than once in such a part of the time that it has run: each count reads all its samples. */
const COUNTS_PER_DURATION = 100;

export type Counting = ReturnType<typeof createCounting>;

/** What running sessions have delivered, reading by reading. */
export function createCounting(
  { database, clock, log, logSampled }: Pick<SessionContext, 'database' | 'clock' | 'log' | 'logSampled'>,
  { energyGrew }: Pick<StopRefusals, 'energyGrew'>,
  { readingCounted }: Pick<LimitStop, 'readingCounted'>,
) {
  const recounts = new WeakMap<LiveSession, () => Promise<void>>();

  async function countAnew(live: LiveSession): Promise<void> {
    live.isBehind = false;
    live.countedAtMs = clock.now().getTime();
    try {
      const fresh = await deliveredSoFar(database, live.session, live.ratedW);
      // What came meanwhile may not have been in the database yet.
      const { seenAt } = fresh.settled;
      const meanwhile = live.delivered.recent.filter(({ at }) => seenAt === undefined || at > seenAt);
      live.delivered = meanwhile.reduce((soFar, reading) => addReading(soFar, reading, limitsOf(live)), fresh);
    } catch (error) {
      live.isBehind = true;
      const { bookingId } = live.session;
      logSampled('warn', {
        event: 'session.not_recounted',
        message: 'a session could not be recounted; trying again',
        facts: { bookingId, error },
      });
    }
  }

  /** Counts a session from its samples; who asks while that runs shares the next count, which sees what it has written. */
  function recount(live: LiveSession): Promise<void> {
    const known = recounts.get(live) ?? coalesce(() => countAnew(live));
    recounts.set(live, known);
    return known();
  }

  return {
    recount,

    /** Counts anew a session that has samples which are not counted, unless it was just now: then when it is checked. */
    async catchUp(live: LiveSession): Promise<void> {
      if (live.isBehind && clock.now().getTime() >= (live.countedAtMs ?? 0) + apartMs(live)) await recount(live);
    },

    /** Adds readings to a session. It may have to be counted anew once they are written. */
    take(live: LiveSession, readings: MeterReading[], receivedAt: Date): void {
      for (const reading of readings) {
        if (takeOne(live, reading, receivedAt)) energyGrew(live);
        readingCounted(live, reading, receivedAt);
      }
      const { session, delivered } = live;
      if (delivered.isSuspect && !live.isSuspectLogged) {
        live.isSuspectLogged = true;
        const { bookingId, chargePointId } = session;
        log.warn({ event: 'session.meter_suspect', bookingId, chargePointId }, 'a meter reading is impossible');
      }
    },
  };
}

/** How far apart two counts are. */
function apartMs({ session: { createdAt }, receivedAt }: LiveSession): number {
  // By the server's own clock: a charge point may stamp its start with any time.
  const ms = receivedAt.getTime() - createdAt.getTime();
  return Math.max(MIN_BETWEEN_COUNTS_MS, ms / COUNTS_PER_DURATION);
}

/** Answers whether it has added energy. */
function takeOne(live: LiveSession, reading: MeterReading, receivedAt: Date): boolean {
  const before = live.delivered;
  live.delivered = addReading(before, { ...reading, receivedAt }, limitsOf(live));
  live.receivedAt = receivedAt;
  const hasGrown = live.delivered.energyWh > before.energyWh;
  if (hasGrown) {
    live.progressAt = receivedAt;
    live.linkDownMs = 0;
    live.endHintAt = undefined;
  }
  // Samples of an outage come late and must not be shown as now.
  if (reading.at < before.at) return hasGrown;
  if (reading.powerW !== undefined) live.powerW = Math.max(0, reading.powerW);
  if (reading.soc !== undefined) {
    live.soc = reading.soc;
    live.socAtFirst ??= reading.soc;
  }
  return hasGrown;
}

function limitsOf({ ratedW, session }: LiveSession): MeterLimits {
  return { ratedW, restartedAt: session.restartedAt };
}

import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { StopReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { clockAheadMs } from '../metering/clock-ahead.ts';
import { saveStopLead, findStopLead } from './stop-leads.store.ts';

/** Typical lead of a charge point. */
const USUAL_LEAD_MS = 250;
/** A longer lead is counted as this, because the rest was not the charge point's slowness. */
const MAX_LEAD_MS = 30 * SECOND_MS;
const MAX_TIME_OF_STOP_MS = MINUTE_MS;
/** Weight of a new stop in the learned lead. */
const NEW_STOP_WEIGHT = 0.3;

interface Lead {
  leadMs: number;
  stops: number;
}

export type StopLeads = ReturnType<typeof createStopLeads>;

/** Learns how long each charge point takes from a stop request until it has stopped. */
export function createStopLeads({ database, clock, log }: Pick<SessionContext, 'database' | 'clock' | 'log'>) {
  const known = new Map<string, Lead>();
  const loading = new Set<string>();

  async function readLead(chargePointId: string): Promise<void> {
    if (known.has(chargePointId) || loading.has(chargePointId)) return;
    loading.add(chargePointId);
    try {
      const storedLead = await findStopLead(database, chargePointId);
      if (!known.has(chargePointId)) known.set(chargePointId, storedLead ?? { leadMs: USUAL_LEAD_MS, stops: 0 });
    } catch (error) {
      log.warn(
        { event: 'stop_lead.not_read', chargePointId, error },
        'the lead time of a charge point could not be read; trying again at its next session',
      );
    } finally {
      loading.delete(chargePointId);
    }
  }

  return {
    leadMsOf: (chargePointId: string): number => known.get(chargePointId)?.leadMs ?? USUAL_LEAD_MS,

    /** Loads a charge point's lead in the background. */
    load: (chargePointId: string): void => void readLead(chargePointId),

    /** Forgets a charge point that another node owns now. */
    forget: (chargePointId: string): void => void known.delete(chargePointId),

    /** Learns from an ended session, if it ended because of exactly one stop request. */
    learnFromStop({ session: { chargePointId }, stop, readings }: LiveSession, report: StopReport): void {
      const { requests } = stop;
      const { reason, at, receivedAt, isClockDoubted } = report;
      const isOurs = (reason ?? 'Remote') === 'Remote' && requests?.lastAnswer === 'accepted' && requests.count === 1;
      if (!isOurs || !readings.recent || isClockDoubted) return;
      const stoppedAtMs = Math.min(receivedAt.getTime(), at.getTime() + clockAheadMs(readings.recent));
      const tookMs = stoppedAtMs - requests.firstAtMs;
      if (tookMs > MAX_TIME_OF_STOP_MS) return;
      const { leadMs, stops } = known.get(chargePointId) ?? { leadMs: USUAL_LEAD_MS, stops: 0 };
      const newMs = Math.min(MAX_LEAD_MS, Math.max(0, tookMs));
      const learned = {
        leadMs: Math.round(stops === 0 ? newMs : leadMs + (newMs - leadMs) * NEW_STOP_WEIGHT),
        stops: stops + 1,
      };
      known.set(chargePointId, learned);
      saveStopLead(database, { chargePointId, ...learned, updatedAt: clock.now() }).catch((error: unknown) => {
        log.warn(
          { event: 'stop_lead.not_saved', chargePointId, error },
          'the lead time of a charge point could not be stored; trying again at its next stop',
        );
      });
    },
  };
}

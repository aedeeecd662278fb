import type { StopReport } from './charge-points.ts';
import type { ChargingContext } from './context.ts';
import type { LiveCharge } from './live-charges.ts';
import { clockLead } from './meter-course.ts';
import { keepLead, leadOf } from './stop-leads.store.ts';

/** What a charger takes as a rule. */
const USUAL_MS = 250;
/** A charger that takes longer is taken for one that takes so long: what was between was no slowness. */
const MOST_MS = 30_000;
const NOT_SLOWNESS_MS = 60_000;
/** How much of a new stop goes into what is known. */
const WEIGHT = 0.3;

interface Lead {
  leadMs: number;
  stops: number;
}

export type StopLeads = ReturnType<typeof createStopLeads>;

/** How long each charger takes from our asking until it has stopped, learned from its earlier stops. */
export function createStopLeads({ database, clock, log }: Pick<ChargingContext, 'database' | 'clock' | 'log'>) {
  const known = new Map<string, Lead>();
  const loading = new Set<string>();

  async function read(chargerId: string): Promise<void> {
    if (known.has(chargerId) || loading.has(chargerId)) return;
    loading.add(chargerId);
    try {
      const kept = await leadOf(database, chargerId);
      if (!known.has(chargerId)) known.set(chargerId, kept ?? { leadMs: USUAL_MS, stops: 0 });
    } catch (error) {
      log.warn(
        { event: 'stop_lead.unread', chargerId, error },
        'how fast a charger stops is read with its next charge',
      );
    } finally {
      loading.delete(chargerId);
    }
  }

  return {
    of: (chargerId: string): number => known.get(chargerId)?.leadMs ?? USUAL_MS,

    /** Reads in the background what is known of a charger. */
    load: (chargerId: string): void => void read(chargerId),

    /** A charge has ended: if because we asked for it, once, its charger's time is known a little better. */
    learn({ session: { chargerId }, stopAsked, course }: LiveCharge, report: StopReport): void {
      const { reason, at, receivedAt, clockDoubted } = report;
      const isOurs = (reason ?? 'Remote') === 'Remote' && stopAsked?.answer === 'accepted' && stopAsked.times === 1;
      if (!isOurs || !course || clockDoubted) return;
      const stoppedAt = Math.min(receivedAt.getTime(), at.getTime() + clockLead(course));
      const tookMs = stoppedAt - stopAsked.at;
      if (tookMs > NOT_SLOWNESS_MS) return;
      const { leadMs, stops } = known.get(chargerId) ?? { leadMs: USUAL_MS, stops: 0 };
      const newMs = Math.min(MOST_MS, Math.max(0, tookMs));
      const learned = {
        leadMs: Math.round(stops === 0 ? newMs : leadMs + (newMs - leadMs) * WEIGHT),
        stops: stops + 1,
      };
      known.set(chargerId, learned);
      keepLead(database, { chargerId, ...learned, updatedAt: clock.now() }).catch((error: unknown) => {
        log.warn(
          { event: 'stop_lead.unkept', chargerId, error },
          'how fast a charger stops is kept with its next stop',
        );
      });
    },
  };
}

import type { MeterReading } from '@bijli/ocpp/meter-values';
import { together } from '#kernel/together.ts';
import type { ChargingContext } from './context.ts';
import { addReading, type MeterFacts } from './energy.ts';
import type { LimitStop } from './limit-stop.ts';
import type { LiveCharge } from './live-charges.ts';
import { deliveredSofar } from './settlement.ts';
import type { StopRefusals } from './stop-refusals.ts';

/** A charge is counted anew no more often than this, */
const COUNTS_APART_MS = 5_000;
/** nor than once in such a part of its time. */
const PART_OF_ITS_TIME = 100;

export type Counting = ReturnType<typeof createCounting>;

/** What running charges have delivered, reading by reading. */
export function createCounting(
  { database, clock, log, say }: Pick<ChargingContext, 'database' | 'clock' | 'log' | 'say'>,
  { hasGrown }: Pick<StopRefusals, 'hasGrown'>,
  { read }: Pick<LimitStop, 'read'>,
) {
  const recounts = new WeakMap<LiveCharge, () => Promise<void>>();

  async function countAnew(charge: LiveCharge): Promise<void> {
    charge.isBehind = false;
    charge.countedAt = clock.now().getTime();
    try {
      const fresh = await deliveredSofar(database, charge.session, charge.ratedW);
      // What came meanwhile may not have been in the database yet.
      const { seenAt } = fresh.settled;
      const meanwhile = charge.delivered.recent.filter(({ at }) => seenAt === undefined || at > seenAt);
      charge.delivered = meanwhile.reduce((sofar, reading) => addReading(sofar, reading, factsOf(charge)), fresh);
    } catch (error) {
      charge.isBehind = true;
      const { bookingId } = charge.session;
      say('warn', {
        event: 'charging.not_counted_anew',
        message: 'a charge will be counted anew a little later',
        facts: { bookingId, error },
      });
    }
  }

  /** Counts a charge from its samples; who asks while that runs shares the next count, which sees what it has written. */
  function recount(charge: LiveCharge): Promise<void> {
    const known = recounts.get(charge) ?? together(() => countAnew(charge));
    recounts.set(charge, known);
    return known();
  }

  return {
    recount,

    /** Counts anew a charge that has samples which are not counted, unless it was just now: then when it is looked over. */
    async catchUp(charge: LiveCharge): Promise<void> {
      if (charge.isBehind && clock.now().getTime() >= (charge.countedAt ?? 0) + apartMs(charge)) await recount(charge);
    },

    /** Adds readings to a charge. It may have to be counted anew once they are written. */
    take(charge: LiveCharge, readings: MeterReading[], receivedAt: Date): void {
      for (const reading of readings) {
        if (takeOne(charge, reading, receivedAt)) hasGrown(charge);
        read(charge, reading, receivedAt);
      }
      const { session, delivered } = charge;
      if (delivered.suspect && !charge.isSuspectLogged) {
        charge.isSuspectLogged = true;
        const { bookingId, chargerId } = session;
        log.warn({ event: 'session.meter_suspect', bookingId, chargerId }, 'a meter says what cannot be');
      }
    },
  };
}

/** How far apart two counts are: each reads all its samples. */
function apartMs({ session: { createdAt }, receivedAt }: LiveCharge): number {
  // By the server's own clock: a charger may stamp its start with any time.
  const ms = receivedAt.getTime() - createdAt.getTime();
  return Math.max(COUNTS_APART_MS, ms / PART_OF_ITS_TIME);
}

/** Answers whether it has added energy. */
function takeOne(charge: LiveCharge, reading: MeterReading, receivedAt: Date): boolean {
  const before = charge.delivered;
  charge.delivered = addReading(before, { ...reading, receivedAt }, factsOf(charge));
  charge.receivedAt = receivedAt;
  const hasGrown = charge.delivered.energyWh > before.energyWh;
  if (hasGrown) {
    charge.progressAt = receivedAt;
    charge.unheardMs = 0;
    charge.endHintAt = undefined;
  }
  // Samples of an outage come late and must not be shown as now.
  if (reading.at < before.at) return hasGrown;
  if (reading.powerW !== undefined) charge.powerW = Math.max(0, reading.powerW);
  if (reading.soc !== undefined) {
    charge.soc = reading.soc;
    charge.socAtFirst ??= reading.soc;
  }
  return hasGrown;
}

function factsOf({ ratedW, session }: LiveCharge): MeterFacts {
  return { ratedW, restartedAt: session.restartedAt };
}

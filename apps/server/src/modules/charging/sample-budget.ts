import type { MeterReading } from '@bijli/ocpp/meter-values';
import { Recent } from '#kernel/recent.ts';
import type { ChargingContext } from './context.ts';
import { thinned } from './samples.ts';

/** So many samples of a transaction are kept for each second since it began: more than any charger has a use for. */
const A_SECOND = 2;
/** And so many besides, for what comes in a burst. */
const ALLOWANCE = 1_000;
/** Of so many transactions at a time it is known how many samples they have; one that is forgotten begins anew. */
const MOST_KNOWN = 20_000;

interface Metered {
  transactionId: number;
  chargerId: string;
  startedAt: Date | null;
}

export type SampleBudget = ReturnType<typeof createSampleBudget>;

/** Bounds what is kept of the samples of one transaction, by the time since its start. */
export function createSampleBudget({ clock, say }: Pick<ChargingContext, 'clock' | 'say'>) {
  const counts = new Recent<number, { kept: number; dropped: number }>(MOST_KNOWN);

  return {
    /** Those that are kept: all of them, or the last that there is room for. */
    fitting({ transactionId, chargerId, startedAt }: Metered, readings: MeterReading[]): MeterReading[] {
      const { kept, dropped } = counts.get(transactionId) ?? { kept: 0, dropped: 0 };
      const now = clock.now().getTime();
      const seconds = Math.max(0, now - (startedAt?.getTime() ?? now)) / 1000;
      const room = Math.max(0, Math.floor(ALLOWANCE + seconds * A_SECOND) - kept);
      const few = thinned(readings);
      const fit = few.slice(Math.max(0, few.length - room));
      const count = { kept: kept + fit.length, dropped: dropped + readings.length - fit.length };
      counts.keep(transactionId, count);
      if (fit.length < readings.length)
        say('warn', {
          event: 'charging.samples_dropped',
          message: 'a charger sends more samples than are kept',
          facts: { chargerId, transactionId, ...count },
          by: chargerId,
        });
      return fit;
    },
  };
}

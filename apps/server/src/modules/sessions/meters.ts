import { eventName } from '@bijli/contract/realtime';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import { isNearlyDone } from './charge-news.ts';
import type { MeterReport } from './charge-points.ts';
import type { ChargingContext } from './context.ts';
import type { Counting } from './counting.ts';
import { billableWh } from './energy.ts';
import type { LimitStop } from './limit-stop.ts';
import type { LiveCharge } from './live-charges.ts';
import { meterValueOf } from './live-events.ts';
import { MeterWriter, type MeterState } from './meter-writer.ts';
import { apart, certainReadings, samplesOf } from './samples.ts';
import type { SampleBudget } from './sample-budget.ts';
import type { Unwanted } from './unwanted-transactions.ts';

export type Meters = ReturnType<typeof createMeters>;

/** Samples: counted, kept and shown. */
export function createMeters(
  context: ChargingContext,
  counting: Counting,
  { replan }: Pick<LimitStop, 'replan'>,
  unwanted: Pick<Unwanted, 'metered'>,
  budget: SampleBudget,
) {
  const { database, log, screens, live, tellTurn } = context;
  const writer = new MeterWriter(database.$client, log);

  /** Once a charge; a server that has been restarted may try again and is not heard twice. */
  async function tellNearlyDone(charge: LiveCharge): Promise<void> {
    const { session, delivered, soc, socAtFirst, isNearlyDoneTold } = charge;
    const { energyWh } = delivered;
    if (isNearlyDoneTold || !isNearlyDone(session, { energyWh, soc, socAtFirst })) return;
    charge.isNearlyDoneTold = true;
    try {
      await database.transaction((tx) => tellTurn(tx, session, { turn: 'nearly-done', energyWh, soc }));
    } catch (error) {
      // The samples are kept; the next one tells it.
      charge.isNearlyDoneTold = false;
      log.warn(
        { bookingId: session.bookingId, error },
        'a driver is told a little later that the charge is nearly done',
      );
    }
  }

  /** Those of a report that are of this charge and that there is room for; the last word of the others is kept for later. */
  function fitting(charge: LiveCharge, transactionId: number, report: MeterReport): MeterReading[] {
    const { session, delivered } = charge;
    const certain = certainReadings(report, session);
    const fit = budget.fitting({ ...session, transactionId, knownSince: session.createdAt }, certain);
    charge.notKept = lastWordNotKept(charge.notKept, { ...report, readings: certain }, fit);
    return apart(fit, delivered.recent);
  }

  /** MeterValues. Settles when the samples are durable; only then do the driver's screens see them. */
  async function metered(report: MeterReport): Promise<void> {
    const charge = live.ofReport(report);
    const transactionId = charge?.session.transactionId;
    if (!charge || !transactionId) {
      await unwanted.metered(report);
      // It waited for the row of a charge that was being taken up.
      if (live.ofReport(report)) await metered(report);
      return;
    }
    const readings = fitting(charge, transactionId, report);
    if (readings.length === 0) return;
    counting.take(charge, readings, report.receivedAt);
    const { isBehind } = charge.delivered;
    replan(charge);
    await writer.record(samplesOf(transactionId, { ...report, readings }), stateOf(charge, transactionId));
    charge.isBehind ||= isBehind;
    await counting.catchUp(charge);
    const { delivered, powerW, soc, session } = charge;
    const name = eventName.meterValue(session.chargerId, session.connector);
    screens.send(session.driverId, name, () => meterValueOf({ session, delivered, powerW, soc }));
    await tellNearlyDone(charge);
  }

  return {
    metered,

    /** The last word of a register that there was no room for, and what was not counted yet. */
    async catchUp(charge: LiveCharge): Promise<void> {
      if (charge.notKept) await metered(charge.notKept);
      await counting.catchUp(charge);
    },

    /** Resolves when nothing waits to be written. */
    idle: () => writer.idle(),
  };
}

/** The latest reading of the register that there was no room for, until one as late is kept. */
function lastWordNotKept(
  before: MeterReport | undefined,
  report: MeterReport,
  kept: MeterReading[],
): MeterReport | undefined {
  const told = latestOfRegister(report.readings);
  const waiting = latestOfRegister(before?.readings ?? []);
  const last = told && (!waiting || told.at > waiting.at) ? { ...report, readings: [told] } : before;
  const [word] = last?.readings ?? [];
  const isKept = word && (latestOfRegister(kept)?.at ?? -Infinity) >= word.at;
  return isKept ? undefined : last;
}

function latestOfRegister(readings: MeterReading[]): MeterReading | undefined {
  return readings
    .filter(({ registerWh }) => registerWh !== undefined)
    .reduce<MeterReading | undefined>((latest, one) => (latest && latest.at >= one.at ? latest : one), undefined);
}

/** What the row of a charge keeps of its latest sample; lists show it as what would be billed now. */
function stateOf({ delivered, powerW, soc, progressAt, session }: LiveCharge, transactionId: number): MeterState {
  const energyWh = billableWh(delivered.energyWh, session.limitWh);
  return { transactionId, energyWh, sampledAt: delivered.at, powerW, soc, progressAt };
}

import { socketEvent } from '@bijli/contract/realtime';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import { currentFence } from '#db/fence.ts';
import type { MeterReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import type { TransactionStopper } from '../rejected/transaction-stopper.ts';
import { isNearlyDone } from '../session-events.ts';
import { isBought, type BoughtSession } from '../sessions.store.ts';
import { FIRST_TRANSACTION_ID } from '../sessions.tables.ts';
import { liveMeterValueOf } from '../socket-events.ts';
import type { LimitStop } from '../stopping/limit-stop.ts';
import type { Counting } from './counting.ts';
import { billableWh } from './energy.ts';
import { noteUncounted } from './live-meter.ts';
import { noteDropped, noteNearlyDone, withoutMainMeter } from './live-reports.ts';
import type { MeterState } from './meter-writer.store.ts';
import { MeterWriter } from './meter-writer.ts';
import type { SampleBudget } from './sample-budget.ts';
import { separateSameTimes, readingsOfThisSession, sampleRowsOf } from './samples.ts';

export type Meters = ReturnType<typeof createMeters>;

interface MetersParts {
  counting: Counting;
  limitStop: Pick<LimitStop, 'noteSample'>;
  transactionStopper: Pick<TransactionStopper, 'metered'>;
  sampleBudget: SampleBudget;
}

/** Counts, stores and shows meter samples. */
export function createMeters(
  context: SessionContext,
  { counting, limitStop: { noteSample }, transactionStopper, sampleBudget: budget }: MetersParts,
) {
  const { database, log, clock, driverSockets, liveSessions, publishEvent } = context;
  const writer = new MeterWriter(database.$client, log, clock);

  /** Publishes once for each session. A restarted server may repeat it, and the notification is not sent twice. */
  async function publishNearlyDone(live: LiveSession, session: BoughtSession): Promise<void> {
    const { soc, socAtFirst, delivered } = live.meter;
    const { energyWh } = delivered;
    if (live.reports.isNearlyDonePublished || !isNearlyDone(session, { energyWh, soc, socAtFirst })) return;
    noteNearlyDone(live.reports, true);
    try {
      await database.transaction((tx) => publishEvent(tx, session, { kind: 'nearly-done', energyWh, soc }));
    } catch (error) {
      // The samples are stored, and the next one triggers it again.
      noteNearlyDone(live.reports, false);
      log.warn(
        { event: 'session.nearly_done_not_published', bookingId: session.bookingId, error },
        'the notice that a session is nearly done is sent later',
      );
    }
  }

  /**
   * The readings of a report that belong to this session and fit its sample budget. The last reading that does not fit
   * is remembered.
   */
  function takeFittingReadings(live: LiveSession, transactionId: number, report: MeterReport): MeterReading[] {
    const { session, meter, reports } = live;
    const { chargePointId, createdAt: knownSince, endedAt } = session;
    const certain = withoutMainMeter(reports, report, readingsOfThisSession(report, session));
    const fit = budget.takeFitting({ transactionId, chargePointId, knownSince, endedAt }, certain);
    noteDropped(reports, { ...report, readings: certain }, fit);
    return separateSameTimes(fit, meter.delivered.recent);
  }

  /** Sends the figures of a session to its driver's screens. */
  function sendLiveValues({ session, meter }: LiveSession): void {
    if (!isBought(session)) return;
    const name = socketEvent.meterValue(session.chargePointId, session.connector);
    driverSockets.send(session.driverId, name, () => liveMeterValueOf({ session, meter }));
  }

  /**
   * Handles MeterValues. Resolves when the samples are stored. The driver's screens show them before that, from memory.
   */
  async function metered(report: MeterReport): Promise<void> {
    // An id that we cannot have given out counts as no id if a session runs on the connector.
    const unnamed = { ...report, transactionId: undefined };
    const isNotOurs = report.transactionId && report.transactionId < FIRST_TRANSACTION_ID;
    if (isNotOurs && liveSessions.ofReport(unnamed)) return metered(unnamed);
    const live = liveSessions.ofReport(report);
    const transactionId = live?.session.transactionId;
    if (!live || !transactionId) {
      await transactionStopper.metered(report);
      // The report waited for the row of a session that was being recovered.
      if (liveSessions.ofReport(report)) await metered(report);
      return;
    }
    const readings = takeFittingReadings(live, transactionId, report);
    if (readings.length === 0) return;
    counting.countReadings(live, readings, report.receivedAt);
    const { needsRecount } = live.meter.delivered;
    noteSample(live);
    // A session that must be counted again shows its old figures until its samples are stored.
    const isShown = !needsRecount && !live.meter.hasUncountedSamples;
    if (isShown) sendLiveValues(live);
    await writer.record(
      sampleRowsOf(transactionId, readings, report.receivedAt),
      meterStateOf(live, transactionId, budget.keptCountOf(transactionId)),
    );
    if (needsRecount) noteUncounted(live.meter);
    await counting.recountIfDue(live);
    if (!isShown) sendLiveValues(live);
    if (isBought(live.session)) await publishNearlyDone(live, live.session);
  }

  return {
    metered,

    /** Stores the last register reading that exceeded the budget, and counts samples that are not counted yet. */
    async countDroppedAndUncounted(live: LiveSession): Promise<void> {
      if (live.reports.lastDropped) await metered(live.reports.lastDropped);
      await counting.recountIfDue(live);
    },

    /** Resolves when nothing waits to be written. */
    whenIdle: () => writer.whenIdle(),
  };
}

/** What the session's row stores of its latest sample. Lists show it as the bill so far. */
function meterStateOf(live: LiveSession, transactionId: number, kept: number): MeterState {
  const { session, meter, activity } = live;
  const { delivered, powerW, soc, hasUncountedSamples } = meter;
  const energyWh = billableWh(delivered.energyWh, session.boughtWh);
  const counted = delivered.needsRecount || hasUncountedSamples ? null : { kept, countBefore: delivered.countBefore };
  const epoch = currentFence()?.epoch();
  const { progressAt } = activity;
  return { transactionId, energyWh, sampledAt: delivered.at, powerW, soc, progressAt, counted, epoch };
}

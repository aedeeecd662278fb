import { eventName } from '@bijli/contract/realtime';
import { isNearlyDone } from './charge-news.ts';
import type { MeterReport } from './charge-points.ts';
import type { ChargingContext } from './context.ts';
import type { Counting } from './counting.ts';
import { billableWh } from './energy.ts';
import type { LiveCharge } from './live-charges.ts';
import { meterValueOf } from './live-events.ts';
import { MeterWriter, type MeterState } from './meter-writer.ts';
import { apart, certainReadings, samplesOf } from './samples.ts';
import { stopInMs } from './stop-plan.ts';
import type { Stops } from './stops.ts';
import type { Unwanted } from './unwanted-transactions.ts';

/** A stop nearer than this is planned to the millisecond. */
const SOON_MS = 10_000;
/** A timer holds no more than 24 days; the car may as well trickle for longer. */
const LONGEST_WAIT_MS = 3_600_000;

/** Samples: kept, counted, shown, and the reason to stop in time. */
export function createMeters(
  context: ChargingContext,
  counting: Counting,
  { requestStop }: Pick<Stops, 'requestStop'>,
  unwanted: Pick<Unwanted, 'metered'>,
) {
  const { database, clock, log, events, live, tellTurn } = context;
  const writer = new MeterWriter(database.$client, log);

  /** In how many milliseconds the stop is due, as far as the latest sample tells. */
  function stopDueInMs({ session, delivered, powerW, receivedAt }: LiveCharge): number | undefined {
    if (session.state === 'stopping') return undefined;
    const ageMs = clock.now().getTime() - receivedAt.getTime();
    return stopInMs({ energyWh: delivered.energyWh, limitWh: session.limitWh, powerW }, ageMs);
  }

  /** Asks for the stop just before what was bought is used up, between samples if need be. */
  function planStop(charge: LiveCharge): void {
    const dueInMs = stopDueInMs(charge);
    if (dueInMs === undefined) return;
    // While the end is far it only looks again halfway, so that a sample on the way need not set a new timer.
    const waitMs = dueInMs > SOON_MS ? Math.min(dueInMs / 2, LONGEST_WAIT_MS) : dueInMs;
    const at = clock.now().getTime() + waitMs;
    const { bookingId } = charge.session;
    if (charge.stopPlan && charge.stopPlan.at <= at) return;
    charge.stopPlan?.cancel();
    const cancel = clock.after(waitMs, () => {
      charge.stopPlan = undefined;
      if (stopDueInMs(charge) !== 0) return planStop(charge);
      requestStop(bookingId, 'units_used_up').catch((error: unknown) => {
        log.warn({ bookingId, error }, 'the stop will be asked for again');
      });
    });
    charge.stopPlan = { at, cancel };
  }

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

  return {
    /** MeterValues. Settles when the samples are durable; only then do the driver's screens see them. */
    async metered(report: MeterReport): Promise<void> {
      const charge = live.ofReport(report);
      const transactionId = charge?.session.transactionId;
      if (!charge || !transactionId) return unwanted.metered(report);
      const readings = apart(certainReadings(report, charge.session), charge.delivered.recent);
      if (readings.length === 0) return;
      const isBehind = counting.take(charge, readings, report.receivedAt);
      await writer.record(samplesOf(transactionId, { ...report, readings }), stateOf(charge, transactionId));
      if (isBehind) await counting.recount(charge);
      const { delivered, powerW, soc, session } = charge;
      const name = eventName.meterValue(session.chargerId, session.connector);
      events.send(session.driverId, name, () => meterValueOf({ session, delivered, powerW, soc }));
      planStop(charge);
      await tellNearlyDone(charge);
    },

    /** Resolves when nothing waits to be written. */
    idle: () => writer.idle(),
  };
}

/** What the row of a charge keeps of its latest sample; lists show it as what would be billed now. */
function stateOf({ delivered, powerW, soc, progressAt, session }: LiveCharge, transactionId: number): MeterState {
  const energyWh = billableWh(delivered.energyWh, session.limitWh);
  return { transactionId, energyWh, sampledAt: delivered.at, powerW, soc, progressAt };
}

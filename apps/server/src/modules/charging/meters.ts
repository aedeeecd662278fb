import { eventName } from '@bijli/contract/realtime';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import { isNearlyDone } from './charge-news.ts';
import type { MeterReport } from './charge-points.ts';
import * as store from './charging.store.ts';
import type { ChargingContext } from './context.ts';
import { addReading } from './energy.ts';
import type { LiveCharge } from './live-charges.ts';
import { meterValueOf } from './live-events.ts';
import { MeterWriter } from './meter-writer.ts';
import { samplesOf } from './samples.ts';
import { stopInMs } from './stop-plan.ts';
import type { StopRefusals } from './stop-refusals.ts';
import type { Stops } from './stops.ts';

/** A stop nearer than this is planned to the millisecond. */
const SOON_MS = 10_000;
/** A timer holds no more than 24 days; the car may as well trickle for longer. */
const LONGEST_WAIT_MS = 3_600_000;

/** Samples: kept, counted, shown, and the reason to stop in time. */
export function createMeters(
  context: ChargingContext,
  { requestStop, askToStop }: Pick<Stops, 'requestStop' | 'askToStop'>,
  { hasGrown }: Pick<StopRefusals, 'hasGrown'>,
) {
  const { database, clock, log, events, live, tellTurn, putAside } = context;
  const writer = new MeterWriter(database.$client, log);

  function take(charge: LiveCharge, reading: MeterReading, receivedAt: Date): void {
    const before = charge.delivered;
    charge.delivered = addReading(before, reading, charge.ratedW);
    charge.receivedAt = receivedAt;
    if (charge.delivered.energyWh > before.energyWh) {
      charge.progressAt = receivedAt;
      charge.endHintAt = undefined;
      hasGrown(charge);
    }
    // Samples of an outage come late and must not be shown as now.
    if (reading.at < before.at) return;
    if (reading.powerW !== undefined) charge.powerW = Math.max(0, reading.powerW);
    if (reading.soc !== undefined) {
      charge.soc = reading.soc;
      charge.socAtFirst ??= reading.soc;
    }
  }

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

  /**
   * Samples of a charge that is over are kept for its correction, and a charger that delivers on is asked to stop; samples
   * of no charge are put aside.
   */
  async function keepForLater(report: MeterReport): Promise<void> {
    const { transactionId, chargerId, readings } = report;
    // Between charges some chargers report their meter without a transaction; nothing follows from that.
    if (!transactionId) return;
    const endedAt = await database.transaction(async (tx) => {
      const session = await store.lockByTransaction(tx, transactionId);
      if (session?.chargerId === chargerId) await store.insertSamples(tx, samplesOf(transactionId, report));
      else await putAside(tx, 'MeterValues', 'no such transaction on this charger', report);
      return session?.endedAt;
    });
    if (endedAt && readings.some(({ at }) => at > endedAt)) askToStop(chargerId, transactionId);
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
      if (!charge || !transactionId) return keepForLater(report);
      if (report.readings.length === 0) return;
      for (const reading of report.readings) take(charge, reading, report.receivedAt);
      const { delivered, powerW, soc, progressAt, session } = charge;
      const { energyWh, at: sampledAt } = delivered;
      const state = { transactionId, energyWh, sampledAt, powerW, soc, progressAt };
      await writer.record(samplesOf(transactionId, report), state);
      const name = eventName.meterValue(session.chargerId, session.connector);
      events.send(session.driverId, name, () => meterValueOf({ session, delivered, powerW, soc }));
      planStop(charge);
      await tellNearlyDone(charge);
    },

    /** Resolves when nothing waits to be written. */
    idle: () => writer.idle(),
  };
}

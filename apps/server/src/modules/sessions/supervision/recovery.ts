import { batchesOf } from '#kernel/batches.ts';
import { forEachConcurrently } from '#kernel/for-each-concurrently.ts';
import { inWorkload } from '#kernel/workload.ts';
import { ratedWOf, type SessionContext } from '../context.ts';
import { parseCheckpoint, type CountingCheckpoint } from '../metering/counting-checkpoint.ts';
import { addStored, readingsAfter, resumeDelivery, startDelivery, type Delivered } from '../metering/energy.ts';
import { readingsFrom, withReading, type RecentReadings } from '../metering/recent-readings.ts';
import type { RegisterCount } from '../metering/register-count.ts';
import type { SampleBudget } from '../metering/sample-budget.ts';
import { readingOf } from '../metering/samples.ts';
import * as store from '../sessions.store.ts';
import type { LimitStop } from '../stopping/limit-stop.ts';

/** A locked row blocks one of these for at most a second, the lock timeout of the supervisor's queries. */
const SESSIONS_AT_ONCE = 4;
/** Number of sessions in one transaction, of those whose rows have a counting checkpoint. */
const SESSIONS_BATCH_SIZE = 250;
/** One batch is read while another is counted. */
const BATCHES_AT_ONCE = 2;
const NO_READINGS: RecentReadings = { kept: [], count: 0 };

export type Recovery = ReturnType<typeof createRecovery>;

interface RecoveryParts {
  limitStop: Pick<LimitStop, 'noteRecovered'>;
  sampleBudget: Pick<SampleBudget, 'setKeptCount'>;
}

/** Synchronises memory with the database after a restart, or after a commit whose answer was lost. */
export function createRecovery(
  context: SessionContext,
  { limitStop: { noteRecovered }, sampleBudget: budget }: RecoveryParts,
) {
  const { database, clock, liveSessions, logSampled, owners, connectorOf, closeLive } = context;

  function addToMemory(session: store.Session, ratedW: number, samples: store.MeteredSample[]): void {
    const counted = checkpointOf(session);
    if (session.transactionId !== null) budget.setKeptCount(session.transactionId, counted?.kept ?? samples.length);
    noteRecovered(
      liveSessions.add(session, ratedW, clock.now(), countedSoFarOf(session, counted?.countBefore, samples, ratedW)),
    );
  }

  /** Recovers an open session from the database, unless it is in memory. */
  async function recover(open: store.Session): Promise<void> {
    const { bookingId } = open;
    const ratedW = open.ratedW ?? ratedWOf(open, await connectorOf(open, database));
    // Other changes wait for the row lock, and then find the session in memory.
    await database.transaction(async (tx) => {
      const session = await store.lockSession(tx, bookingId);
      if (!session || session.endedAt) return;
      const samples = session.transactionId === null ? [] : await store.listSamples(tx, session.transactionId);
      if (!liveSessions.ofBookingId(bookingId)) addToMemory({ ...session, counted: null }, ratedW, samples);
    });
  }

  /** Recovers many sessions that all have a counting checkpoint. */
  async function recoverBatch(open: store.Session[]): Promise<void> {
    await database.transaction(async (tx) => {
      const locked = await store.lockOpenSessions(
        tx,
        open.map(({ bookingId }) => bookingId),
      );
      const countable = locked.filter(isCountable);
      const since = countable.flatMap((session) => {
        const countBefore = checkpointOf(session)?.countBefore;
        const { transactionId } = session;
        return countBefore && transactionId !== null
          ? [{ transactionId, since: countBefore.lastReadAt ?? countBefore.start.at }]
          : [];
      });
      const readings = Map.groupBy(await store.listReadingsSince(tx, since), ({ transactionId }) => transactionId);
      for (const session of countable) {
        if (liveSessions.ofBookingId(session.bookingId)) continue;
        addToMemory(session, session.ratedW ?? 0, readings.get(session.transactionId ?? 0) ?? []);
      }
    });
  }

  /** Recovers open sessions from the database that are not in memory. */
  async function recoverAll(missing: store.Session[]): Promise<void> {
    const countable = missing.filter(isCountable);
    await forEachConcurrently([...batchesOf(countable, SESSIONS_BATCH_SIZE)], BATCHES_AT_ONCE, (batch) =>
      inWorkload('supervisor', () => recoverBatch(batch)).catch((error: unknown) => {
        const message = 'sessions could not be recovered together; they are tried one by one';
        logSampled('warn', { event: 'session.not_recovered', message, facts: { error } });
      }),
    );
    // A session that cannot be read does not block the others. It is tried again.
    const unrecovered = missing.filter(({ bookingId }) => !liveSessions.ofBookingId(bookingId));
    await forEachConcurrently(unrecovered, SESSIONS_AT_ONCE, (open) =>
      inWorkload('supervisor', () => recover(open)).catch((error: unknown) => {
        const message = 'a session could not be recovered';
        logSampled('error', { event: 'session.not_recovered', message, facts: { bookingId: open.bookingId, error } });
      }),
    );
  }

  return {
    recover,
    recoverAll,

    /** Recovers open sessions that are only in the database, and removes from memory those that have ended. */
    async recoverSessions(): Promise<void> {
      const liveIds = liveSessions.all().map(({ session }) => session.bookingId);
      const isOpen = new Set(await store.listOpenIds(database));
      const closed = liveIds.filter((bookingId) => !isOpen.has(bookingId));
      for (const session of await store.listSessionsById(database, closed)) {
        if (session.endedAt && liveSessions.ofBookingId(session.bookingId)) closeLive(session);
      }
      const missing = await store.listSessionsById(
        database,
        [...isOpen].filter((bookingId) => !liveSessions.ofBookingId(bookingId)),
      );
      await recoverAll(missing.filter(({ chargePointId }) => owners.owns(chargePointId)));
    },
  };
}

/** True if the row has all that counting needs, so that counted samples need not be read again. */
function isCountable({ ratedW, transactionId, counted }: store.Session): boolean {
  return ratedW !== null && (transactionId === null || counted !== null);
}

function checkpointOf({ counted, startedAt, meterStartWh }: store.Session): CountingCheckpoint | undefined {
  if (counted === null || startedAt === null || meterStartWh === null) return undefined;
  return parseCheckpoint(counted, { registerWh: meterStartWh, at: startedAt });
}

/**
 * What the samples of a recovered session showed: those since the checkpoint, or all if there is none. Undefined if its
 * transaction has not begun.
 */
function countedSoFarOf(
  { startedAt, meterStartWh, progressAt, restartedAt }: store.Session,
  countBefore: RegisterCount | undefined,
  samples: store.MeteredSample[],
  ratedW: number,
): { delivered: Delivered; recentReadings: RecentReadings } | undefined {
  if (startedAt === null || meterStartWh === null) return undefined;
  const limits = { ratedW, restartedAt };
  let delivered = countBefore ? resumeDelivery(countBefore, limits) : startDelivery(meterStartWh, startedAt);
  // Before energy grows, `progressAt` is the time when the start was received. Later that time is unknown.
  const beganAtMs = samples.length === 0 ? progressAt?.getTime() : undefined;
  // Only the last readings show the trend.
  let recentReadings = countBefore?.lastReadAt ? NO_READINGS : readingsFrom(startedAt.getTime(), beganAtMs);
  for (const reading of readingsAfter(delivered.countBefore, samples.map(readingOf))) {
    delivered = addStored(delivered, reading, limits);
    const { registerWh, energyWh } = delivered;
    if (registerWh !== reading.registerWh) continue;
    const { at, receivedAt, context } = reading;
    recentReadings = withReading(recentReadings, {
      atMs: at.getTime(),
      receivedAtMs: receivedAt.getTime(),
      context,
      energyWh,
    });
  }
  return {
    delivered,
    recentReadings: recentReadings.kept.length > 0 ? recentReadings : readingsFrom(startedAt.getTime(), undefined),
  };
}

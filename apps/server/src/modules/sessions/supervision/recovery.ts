import { batchesOf } from '#kernel/batches.ts';
import { forEachConcurrently } from '#kernel/for-each-concurrently.ts';
import { inLane } from '#kernel/lane.ts';
import { ratedWOf, type SessionContext } from '../context.ts';
import { parseCheckpoint, type CountingCheckpoint } from '../metering/counting-checkpoint.ts';
import { addReading, startDelivery, resumeDelivery, isAfterPath, type Delivered } from '../metering/energy.ts';
import { courseFrom, withReading, type CourseReadings } from '../metering/meter-course.ts';
import type { MeterPath } from '../metering/meter-path.ts';
import type { SampleBudget } from '../metering/sample-budget.ts';
import { readingOf } from '../metering/samples.ts';
import * as store from '../sessions.store.ts';
import type { LimitStop } from '../stopping/limit-stop.ts';

/** One whose row is locked keeps others waiting for a second at most: the supervisor's lane has no more patience with locks. */
const SESSIONS_AT_ONCE = 4;
/** Of those whose rows tell where their counting stands, so many in one transaction. */
const SESSIONS_BATCH_SIZE = 250;
/** While one is read, another is counted. */
const BATCHES_AT_ONCE = 2;
const NO_COURSE: CourseReadings = { kept: [], count: 0 };

export type Recovery = ReturnType<typeof createRecovery>;

/** Brings memory in line with the rows: after a restart of the server, or a commit whose answer was lost. */
export function createRecovery(
  context: SessionContext,
  { recovered }: Pick<LimitStop, 'recovered'>,
  budget: Pick<SampleBudget, 'counted'>,
) {
  const { database, clock, liveSessions, logSampled, owners, connectorOf, publishEnd } = context;

  function add(session: store.Session, ratedW: number, samples: store.MeteredSample[]): void {
    const counted = countedOf(session);
    if (session.transactionId !== null) budget.counted(session.transactionId, counted?.kept ?? samples.length);
    recovered(liveSessions.add(session, ratedW, clock.now(), sofarOf(session, counted?.settled, samples, ratedW)));
  }

  /** Recovers a session that is open in the database, unless memory knows it. */
  async function recover(open: store.Session): Promise<void> {
    const { bookingId } = open;
    const ratedW = open.ratedW ?? ratedWOf(open, await connectorOf(open, database));
    // Whatever else changes it waits for its row, and finds it in memory then, also where the commit is not heard of.
    await database.transaction(async (tx) => {
      const session = await store.lockSession(tx, bookingId);
      if (!session || session.endedAt) return;
      const samples = session.transactionId === null ? [] : await store.samplesOf(tx, session.transactionId);
      if (!liveSessions.ofBooking(bookingId)) add({ ...session, counted: null }, ratedW, samples);
    });
  }

  /** Recovers many at once, of which each row tells where its counting stands. */
  async function recoverTogether(open: store.Session[]): Promise<void> {
    await database.transaction(async (tx) => {
      const locked = await store.lockOpenSessions(
        tx,
        open.map(({ bookingId }) => bookingId),
      );
      const countable = locked.filter(isCountable);
      const since = countable.flatMap((session) => {
        const settled = countedOf(session)?.settled;
        const { transactionId } = session;
        return settled && transactionId !== null ? [{ transactionId, since: settled.seenAt ?? settled.start.at }] : [];
      });
      const readings = Map.groupBy(await store.listReadingsSince(tx, since), ({ transactionId }) => transactionId);
      for (const session of countable) {
        if (liveSessions.ofBooking(session.bookingId)) continue;
        add(session, session.ratedW ?? 0, readings.get(session.transactionId ?? 0) ?? []);
      }
    });
  }

  /** Recovers sessions that are open in the database, unless memory knows them. */
  async function recoverAll(missing: store.Session[]): Promise<void> {
    const countable = missing.filter(isCountable);
    await forEachConcurrently([...batchesOf(countable, SESSIONS_BATCH_SIZE)], BATCHES_AT_ONCE, (batch) =>
      inLane('supervisor', () => recoverTogether(batch)).catch((error: unknown) => {
        const message = 'sessions could not be recovered together; they are tried one by one';
        logSampled('warn', { event: 'session.not_recovered', message, facts: { error } });
      }),
    );
    // One that cannot be read keeps nobody from the others; it is tried again.
    const unrecovered = missing.filter(({ bookingId }) => !liveSessions.ofBooking(bookingId));
    await forEachConcurrently(unrecovered, SESSIONS_AT_ONCE, (open) =>
      inLane('supervisor', () => recover(open)).catch((error: unknown) => {
        const message = 'a session could not be recovered';
        logSampled('error', { event: 'session.not_recovered', message, facts: { bookingId: open.bookingId, error } });
      }),
    );
  }

  return {
    recover,
    recoverAll,

    /** Recovers open sessions that only the database knows of, and removes those that only memory takes for open. */
    async recoverSessions(): Promise<void> {
      const liveIds = liveSessions.all().map(({ session }) => session.bookingId);
      const isOpen = new Set(await store.listOpenIds(database));
      const closed = liveIds.filter((bookingId) => !isOpen.has(bookingId));
      for (const session of await store.listByBookings(database, closed)) {
        if (session.endedAt && liveSessions.ofBooking(session.bookingId)) publishEnd(session);
      }
      const missing = await store.listByBookings(
        database,
        [...isOpen].filter((bookingId) => !liveSessions.ofBooking(bookingId)),
      );
      await recoverAll(missing.filter(({ chargePointId }) => owners.owns(chargePointId)));
    },
  };
}

/** Whether its row tells all that is needed to count on: no sample has to be read that was counted long ago. */
function isCountable({ ratedW, transactionId, counted }: store.Session): boolean {
  return ratedW !== null && (transactionId === null || counted !== null);
}

function countedOf({ counted, startedAt, meterStartWh }: store.Session): CountingCheckpoint | undefined {
  if (counted === null || startedAt === null || meterStartWh === null) return undefined;
  return parseCheckpoint(counted, { registerWh: meterStartWh, at: startedAt });
}

/**
 * What the samples of a session that ran before this server did tell: those since its row was written, or all where it does
 * not tell where counting stood. Undefined before its transaction has begun.
 */
function sofarOf(
  { startedAt, meterStartWh, progressAt, restartedAt }: store.Session,
  settled: MeterPath | undefined,
  samples: store.MeteredSample[],
  ratedW: number,
): { delivered: Delivered; course: CourseReadings } | undefined {
  if (startedAt === null || meterStartWh === null) return undefined;
  const limits = { ratedW, restartedAt };
  let delivered = settled ? resumeDelivery(settled, limits) : startDelivery(meterStartWh, startedAt);
  // Before energy grows, progress is the start as it came in; later nobody knows when that was.
  const beganAtMs = samples.length === 0 ? progressAt?.getTime() : undefined;
  // The last readings tell where it is going, not those before them.
  let course = settled?.seenAt ? NO_COURSE : courseFrom(startedAt.getTime(), beganAtMs);
  for (const reading of samples.map(readingOf)) {
    if (settled && !isAfterPath(settled, reading)) continue;
    delivered = addReading(delivered, reading, limits);
    const { registerWh, energyWh } = delivered;
    if (registerWh !== reading.registerWh) continue;
    const { at, receivedAt, context } = reading;
    course = withReading(course, { atMs: at.getTime(), receivedAtMs: receivedAt.getTime(), context, energyWh });
  }
  return { delivered, course: course.kept.length > 0 ? course : courseFrom(startedAt.getTime(), undefined) };
}

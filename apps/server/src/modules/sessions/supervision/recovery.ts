import { eachOf } from '#kernel/each-of.ts';
import { inLane } from '#kernel/lane.ts';
import { ratedWOf, type SessionContext } from '../context.ts';
import { addReading, delivering, type Delivered } from '../metering/energy.ts';
import { courseFrom, withReading, type CourseReadings } from '../metering/meter-course.ts';
import type { SampleBudget } from '../metering/sample-budget.ts';
import { readingOf } from '../metering/samples.ts';
import * as store from '../sessions.store.ts';
import type { LimitStop } from '../stopping/limit-stop.ts';

/** One whose row is locked keeps others waiting for a second at most: the supervisor's lane has no more patience with locks. */
const SESSIONS_AT_ONCE = 4;

export type Recovery = ReturnType<typeof createRecovery>;

/** Brings memory in line with the rows: after a restart of the server, or a commit whose answer was lost. */
export function createRecovery(
  context: SessionContext,
  { recovered }: Pick<LimitStop, 'recovered'>,
  budget: Pick<SampleBudget, 'counted'>,
) {
  const { database, clock, liveSessions, logSampled, connectorOf, publishEnd } = context;

  /** Recovers a session that is open in the database, unless memory knows it. */
  async function one(open: store.Session): Promise<void> {
    const { bookingId } = open;
    const ratedW = open.ratedW ?? ratedWOf(open, await connectorOf(open, database));
    // Whatever else changes it waits for its row, and finds it in memory then, also where the commit is not heard of.
    await database.transaction(async (tx) => {
      const session = await store.lockSession(tx, bookingId);
      if (!session || session.endedAt) return;
      const samples = session.transactionId === null ? [] : await store.samplesOf(tx, session.transactionId);
      if (liveSessions.ofBooking(bookingId)) return;
      if (session.transactionId !== null) budget.counted(session.transactionId, samples.length);
      recovered(liveSessions.add(session, ratedW, clock.now(), sofarOf(session, samples, ratedW)));
    });
  }

  return {
    one,

    /** Recovers open sessions that only the database knows of, and removes those that only memory takes for open. */
    async recoverSessions(): Promise<void> {
      const known = liveSessions.all().map(({ session }) => session.bookingId);
      const isOpen = new Set(await store.listOpenIds(database));
      const closed = known.filter((bookingId) => !isOpen.has(bookingId));
      for (const session of await store.listByBookings(database, closed)) {
        if (session.endedAt && liveSessions.ofBooking(session.bookingId)) publishEnd(session);
      }
      const lost = await store.listByBookings(
        database,
        [...isOpen].filter((bookingId) => !liveSessions.ofBooking(bookingId)),
      );
      // One that cannot be read keeps nobody from the others; it is tried again.
      await eachOf(lost, SESSIONS_AT_ONCE, (open) =>
        inLane('supervisor', () => one(open)).catch((error: unknown) => {
          const message = 'a session could not be recovered';
          logSampled('error', { event: 'session.not_recovered', message, facts: { bookingId: open.bookingId, error } });
        }),
      );
    },
  };
}

/** What the samples of a session that ran before this server did tell; undefined before its transaction has begun. */
function sofarOf(
  { startedAt, meterStartWh, progressAt, restartedAt }: store.Session,
  samples: store.MeteredSample[],
  ratedW: number,
): { delivered: Delivered; course: CourseReadings } | undefined {
  if (startedAt === null || meterStartWh === null) return undefined;
  let delivered = delivering(meterStartWh, startedAt);
  // Before energy grows, progress is the start as it came in; later nobody knows when that was.
  const beganAtMs = samples.length === 0 ? progressAt?.getTime() : undefined;
  let course = courseFrom(startedAt.getTime(), beganAtMs);
  for (const sample of samples) {
    const reading = readingOf(sample);
    delivered = addReading(delivered, reading, { ratedW, restartedAt });
    const { registerWh, energyWh } = delivered;
    if (registerWh !== reading.registerWh) continue;
    const { at, receivedAt, context } = reading;
    course = withReading(course, { atMs: at.getTime(), receivedAtMs: receivedAt.getTime(), context, energyWh });
  }
  return { delivered, course };
}

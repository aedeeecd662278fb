import * as z from 'zod/mini';
import { question, subject, type Bus } from '#cluster/bus.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { Failure, isFailure } from '#kernel/failure.ts';
import type { SessionContext } from './context.ts';
import { isStarting } from './session-state.ts';
import { failedStart, refuse, sessionsFailures, type StartFailure } from './sessions.failures.ts';
import type { Session } from './sessions.store.ts';
import * as store from './sessions.store.ts';
import type { Starts } from './starting/starts.ts';

const booking = z.object({ bookingId: z.string() });
/** A start that is held is to go out. The answer says that the node will see to it, not what becomes of it. */
const beginStart = question('begin-start', { asked: booking, answer: z.object({ isTaken: z.boolean() }) });
/** A driver wants a session to stop. */
const stopSession = question('stop-session', {
  asked: z.object({ driverId: z.number(), bookingId: z.string() }),
  answer: z.object({ refused: z.optional(z.string()), facts: z.optional(z.unknown()) }),
});
/** How a start stands is in its row. */
const startTold = subject('start-told', booking);

/** The row of a session was changed by a node that does not look after its charge point. */
const sessionChanged = subject('session-changed', booking);

/** A node that has what it is asked for says so at once. */
const TAKEN_WITHIN_MS = SECOND_MS;
/** Longer than a charge point may take to answer, and a driver's stop to be confirmed. */
export const TOLD_WITHIN_MS = 17 * SECOND_MS;
const STOPPED_WITHIN_MS = 25 * SECOND_MS;
/** What is told may be lost: the row is read at least so often. */
const READ_EVERY_MS = SECOND_MS;

interface Here {
  /** Asks the charge point to start a session that is held, and sees it through. */
  begin(bookingId: string): Promise<void>;
  stop(driverId: number, bookingId: string): Promise<void>;
}

export type RemoteSessions = ReturnType<typeof createRemoteSessions>;

/**
 * Sessions at charge points that another node looks after. The row is first: the asking node holds the money, and the node that looks
 * after the charge point marks the start as sent before it sends it, so that it goes out once at most, whatever is lost between them.
 */
export function createRemoteSessions(
  { database, clock, log, owners, liveSessions, move }: SessionContext,
  bus: Bus,
  { failWhere }: Pick<Starts, 'failWhere'>,
  here: Here,
) {
  /** How the row stands once its start is over, so long has passed, or the node that was asked has lost the charge point. */
  async function outcomeOf(
    { bookingId, chargePointId }: Pick<Session, 'bookingId' | 'chargePointId'>,
    owner: string | undefined,
    told: () => Promise<void>,
  ): Promise<Session | undefined> {
    const until = clock.now().getTime() + TOLD_WITHIN_MS;
    for (;;) {
      const next = told();
      // The database is the truth, and what is told says only when to read it.
      const session = (await store.listByBookings(database, [bookingId]))[0];
      if (!isUnanswered(session) || clock.now().getTime() >= until) return session;
      await next;
      // Whoever has it now waits for no answer to what another has sent.
      if ((await owners.otherOwnerOf(chargePointId)) !== owner) return session;
    }
  }

  /** Gives a start up that was not sent, or of which nobody knows what became of it; whoever has it in memory hears of it. */
  async function giveUp(bookingId: string, reason: StartFailure, isMeant: (state: Session['state']) => boolean) {
    await failWhere(bookingId, reason, isMeant);
    tellChanged(bookingId);
  }

  const tellChanged = (bookingId: string): void => bus.tell(sessionChanged, { bookingId });

  return {
    tellChanged,

    /** The driver calls a start off that was not begun. */
    cancel: ({ bookingId }: Pick<Session, 'bookingId'>): Promise<void> =>
      giveUp(bookingId, 'start_cancelled', isStarting),

    /** Has a start that is held sent by the node that looks after its charge point. Throws why it failed. */
    async begin(start: Pick<Session, 'bookingId' | 'chargePointId'>): Promise<void> {
      const { bookingId, chargePointId } = start;
      let wake: () => void = () => {};
      const stopHearing = bus.hear(startTold, () => wake(), bookingId);
      // Made before the row is read, so that nothing told meanwhile is missed.
      const told = (): Promise<void> =>
        new Promise((resolve) => {
          const cancel = clock.after(READ_EVERY_MS, resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
      try {
        const owner = await owners.otherOwnerOf(chargePointId);
        const reply = owner && (await bus.ask(beginStart, owner, { bookingId }, TAKEN_WITHIN_MS));
        const isTaken = reply && reply.kind === 'answer' && reply.answer.isTaken;
        // Unsent it never will be: whoever would send it finds the row given up.
        if (!isTaken) await giveUp(bookingId, 'charger_offline', (state) => state === 'held');
        let session = await outcomeOf(start, owner, told);
        // It was sent, and its answer is not known: the node has gone that would have heard it, or the charge point is silent.
        if (isUnanswered(session)) {
          const isSameOwner = (await owners.otherOwnerOf(chargePointId)) === owner;
          const reason = isSameOwner ? 'charger_silent' : 'start_link_lost';
          await giveUp(bookingId, reason, (state) => state === 'held' || state === 'sent');
          [session] = await store.listByBookings(database, [bookingId]);
        }
        if (session?.state === 'failed') failedStart(session.endReason ?? '');
      } finally {
        wake();
        stopHearing();
      }
    },

    /** The driver's own stop, where another node looks after the charge point. */
    async stop(session: store.BoughtSession, minutes: number): Promise<void> {
      const { driverId, bookingId, chargePointId } = session;
      const owner = await owners.otherOwnerOf(chargePointId);
      const reply = owner && (await bus.ask(stopSession, owner, { driverId, bookingId }, STOPPED_WITHIN_MS));
      if (reply && reply.kind === 'answer') {
        const { refused, facts } = reply.answer;
        if (refused === undefined) return;
        const definition = sessionsFailures[refused as keyof typeof sessionsFailures];
        throw new Failure(refused, definition ?? sessionsFailures.stop_silent, definition ? facts : { minutes });
      }
      log.warn(
        { event: 'session.stop_not_passed_on', bookingId, chargePointId },
        'a stop could not be sent to its node; it waits in its row',
      );
      await noteStopRequested(bookingId);
      tellChanged(bookingId);
      refuse('stop_silent', { minutes });
    },

    /** Answers other nodes until it is called. */
    answer(): () => void {
      const ends = [
        bus.answer(beginStart, bus.nodeId, async ({ bookingId }) => {
          const [session] = await store.listByBookings(database, [bookingId]);
          const isTaken = session !== undefined && owners.owns(session.chargePointId);
          if (isTaken)
            void owners
              .fenced(session.chargePointId, () => here.begin(bookingId))
              .catch((error: unknown) => {
                // The asking node reads why in the row.
                if (!isFailure(error))
                  log.error(
                    { event: 'session.not_begun_for_node', bookingId, error },
                    'a start for another node failed',
                  );
              })
              .finally(() => bus.tell(startTold, { bookingId }, bookingId));
          return { isTaken };
        }),
        bus.answer(stopSession, bus.nodeId, async ({ driverId, bookingId }) => {
          try {
            const session = await store.findOfDriver(database, driverId, bookingId);
            if (!session) return { refused: 'charge_unknown' };
            await owners.fenced(session.chargePointId, () => here.stop(driverId, bookingId));
            return {};
          } catch (error) {
            if (isFailure(error)) return { refused: error.code, facts: error.facts };
            throw error;
          }
        }),
      ];
      ends.push(
        bus.hear(sessionChanged, async ({ bookingId }) => {
          if (liveSessions.ofBooking(bookingId)) await move(bookingId, () => undefined);
        }),
      );
      return () => ends.forEach((end) => end());
    },
  };

  /** Whoever looks after the charge point reads it in the row. */
  async function noteStopRequested(bookingId: string): Promise<void> {
    await move(bookingId, ({ state, transactionId }) =>
      transactionId === null || state === 'stopping' || state === 'completed'
        ? undefined
        : { state: 'stopping', stopRequestedAt: clock.now(), stopCause: 'driver' },
    );
  }
}

function isUnanswered(session: Session | undefined): boolean {
  return session?.state === 'held' || session?.state === 'sent';
}

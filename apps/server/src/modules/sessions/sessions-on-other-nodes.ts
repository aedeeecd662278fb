import * as z from 'zod/mini';
import { question, subject, type Bus, type BusReply } from '#cluster/bus.ts';
import { ownerAction, requesterAction, type RequestOutcome } from '#cluster/protocol/requests.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { Refusal, isRefusal } from '#kernel/refusal.ts';
import type { SessionContext } from './context.ts';
import { isStarting } from './session-state.ts';
import { failedStart, refuse, sessionsRefusals, type StartFailure } from './sessions.refusals.ts';
import type { Session } from './sessions.store.ts';
import * as store from './sessions.store.ts';
import type { FailedStarts } from './starting/failed-starts.ts';
import { stopRequestOf } from './stopping/stop-requests.ts';

const sessionMessage = z.object({ bookingId: z.string() });
/**
 * Asks the owner of a charge point to send a held start. The answer says only that the node has taken it, not its
 * outcome.
 */
const beginStart = question('begin-start', { request: sessionMessage, answer: z.object({ isTaken: z.boolean() }) });
/** Asks the owner of a charge point to stop a session for its driver. */
const stopSession = question('stop-session', {
  request: z.object({ driverId: z.number(), bookingId: z.string() }),
  answer: z.object({ refused: z.optional(z.string()), facts: z.optional(z.unknown()) }),
});
/** Says that a start has changed. Its state is in the row. */
const startChanged = subject('start-told', sessionMessage);

/** Says that a node that does not own the charge point has changed the session's row. */
const sessionChanged = subject('session-changed', sessionMessage);

/** A node that takes a request says so at once. */
const TAKE_TIMEOUT_MS = SECOND_MS;
/** Longer than a charge point may take to answer and a driver's stop to be confirmed. */
export const OUTCOME_TIMEOUT_MS = 17 * SECOND_MS;
const STOP_TIMEOUT_MS = 25 * SECOND_MS;
/** Messages between nodes may be lost, so the row is read at least this often. */
const READ_EVERY_MS = SECOND_MS;

interface ThisNode {
  /** Asks the charge point to start a held session, and waits for the outcome. */
  sendHeldStart(bookingId: string): Promise<void>;
  stop(driverId: number, bookingId: string): Promise<void>;
}

export type SessionsOnOtherNodes = ReturnType<typeof createSessionsOnOtherNodes>;

/**
 * Starts and stops sessions at charge points that another node owns. The database row decides: the asking node holds
 * the money, and the owner marks the start as sent before it sends it. So a start goes out at most once, even if
 * messages between the nodes are lost.
 */
export function createSessionsOnOtherNodes(
  { database, clock, log, owners, liveSessions, changeLocked, refreshLive }: SessionContext,
  bus: Bus,
  { failIfInState }: Pick<FailedStarts, 'failIfInState'>,
) {
  /** The session's row once its start has an outcome, the time is over, or the asked node has lost the charge point. */
  async function waitForOutcome(
    { bookingId, chargePointId }: Pick<Session, 'bookingId' | 'chargePointId'>,
    owner: string | undefined,
    nextChange: () => Promise<void>,
  ): Promise<Session | undefined> {
    const until = clock.now().getTime() + OUTCOME_TIMEOUT_MS;
    for (;;) {
      const next = nextChange();
      // The database is the truth. A message only says when to read it.
      const session = await store.findSession(database, bookingId);
      if (!isUnanswered(session) || clock.now().getTime() >= until) return session;
      await next;
      // A new owner does not wait for an answer to what the old owner sent.
      if ((await owners.otherOwnerOf(chargePointId)) !== owner) return session;
    }
  }

  /** Fails a start that was not sent, or whose outcome is unknown, and tells the node that has it in memory. */
  async function giveUp(bookingId: string, reason: StartFailure, isInState: (state: Session['state']) => boolean) {
    await failIfInState(bookingId, reason, isInState);
    publishChanged(bookingId);
  }

  const publishChanged = (bookingId: string): void => bus.publish(sessionChanged, { bookingId });

  return {
    publishChanged,

    /** Cancels a driver's start that has not begun. */
    cancel: ({ bookingId }: Pick<Session, 'bookingId'>): Promise<void> =>
      giveUp(bookingId, 'start_cancelled', isStarting),

    /** Makes the owner of the charge point send a held start. Throws the reason if it fails. */
    async sendStart(start: Pick<Session, 'bookingId' | 'chargePointId'>): Promise<void> {
      const { bookingId, chargePointId } = start;
      let wake: () => void = () => {};
      const unsubscribe = bus.subscribe(startChanged, () => wake(), bookingId);
      // Subscribes before the row is read, so that no message in between is missed.
      const nextChange = (): Promise<void> =>
        new Promise((resolve) => {
          const cancel = clock.after(READ_EVERY_MS, resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
      try {
        const owner = await owners.otherOwnerOf(chargePointId);
        const reply =
          owner === undefined ? undefined : await bus.ask(beginStart, owner, { bookingId }, TAKE_TIMEOUT_MS);
        const outcome = outcomeOf(reply);
        // If no node took it, it will never be sent: any node that tries finds that the row has failed.
        if (outcome !== 'answered')
          await giveUp(
            bookingId,
            'charger_offline',
            (state) => requesterAction(outcome, { isUnsent: state === 'held', isPatient: false }) === 'give-up',
          );
        let session = await waitForOutcome(start, owner, nextChange);
        // The start was sent and its answer is unknown: the node that would have received it is gone, or the charge
        // point is silent.
        if (isUnanswered(session)) {
          const isSameOwner = (await owners.otherOwnerOf(chargePointId)) === owner;
          const reason = isSameOwner ? 'charger_silent' : 'start_link_lost';
          await giveUp(bookingId, reason, (state) => state === 'held' || state === 'sent');
          session = await store.findSession(database, bookingId);
        }
        if (session?.state === 'failed') failedStart(session.endReason ?? '');
      } finally {
        wake();
        unsubscribe();
      }
    },

    /** Stops a driver's session at a charge point that another node owns. */
    async stop(session: store.BoughtSession, minutes: number): Promise<void> {
      const { driverId, bookingId, chargePointId } = session;
      const owner = await owners.otherOwnerOf(chargePointId);
      const reply = owner && (await bus.ask(stopSession, owner, { driverId, bookingId }, STOP_TIMEOUT_MS));
      if (reply && reply.kind === 'answer') {
        const { refused, facts } = reply.answer;
        if (refused === undefined) return;
        const definition = sessionsRefusals[refused as keyof typeof sessionsRefusals];
        throw new Refusal(refused, definition ?? sessionsRefusals.stop_silent, definition ? facts : { minutes });
      }
      log.warn(
        { event: 'session.stop_not_passed_on', bookingId, chargePointId },
        'a stop could not be sent to its node; it waits in its row',
      );
      await noteStopRequested(bookingId);
      publishChanged(bookingId);
      refuse('stop_silent', { minutes });
    },

    /** Starts answering other nodes, with what this node does for them. Returns a function that ends it. */
    answerRequests(thisNode: ThisNode): () => void {
      const ends = [
        bus.answer(beginStart, bus.nodeId, async ({ bookingId }) => {
          const session = await store.findSession(database, bookingId);
          if (!session) return { isTaken: false };
          const isOwner = owners.owns(session.chargePointId);
          // Without a link the start fails in its row, which the asking node reads.
          const action = ownerAction(
            { isUnsent: session.state === 'held', isOverdue: false },
            { isOwner, hasLink: true },
          );
          if (action === 'send')
            void owners
              .fenced(session.chargePointId, () => thisNode.sendHeldStart(bookingId))
              .catch((error: unknown) => {
                // The asking node reads the reason in the row.
                if (!isRefusal(error))
                  log.error(
                    { event: 'session.not_begun_for_node', bookingId, error },
                    'a start for another node failed',
                  );
              })
              .finally(() => bus.publish(startChanged, { bookingId }, bookingId));
          return { isTaken: action !== 'decline' };
        }),
        bus.answer(stopSession, bus.nodeId, async ({ driverId, bookingId }) => {
          try {
            const session = await store.findOfDriver(database, driverId, bookingId);
            if (!session) return { refused: 'charge_unknown' };
            await owners.fenced(session.chargePointId, () => thisNode.stop(driverId, bookingId));
            return {};
          } catch (error) {
            if (isRefusal(error)) return { refused: error.code, facts: error.facts };
            throw error;
          }
        }),
      ];
      ends.push(
        bus.subscribe(sessionChanged, async ({ bookingId }) => {
          if (liveSessions.ofBookingId(bookingId)) await refreshLive(bookingId);
        }),
      );
      return () => ends.forEach((end) => end());
    },
  };

  /** Stores the driver's stop request in the row, where the owner of the charge point finds it. */
  async function noteStopRequested(bookingId: string): Promise<void> {
    await changeLocked(bookingId, (session) => stopRequestOf(session, 'driver', clock.now()));
  }
}

/** A node that declines has not taken the start, as if nobody had listened. */
function outcomeOf(reply: BusReply<{ isTaken: boolean }> | undefined): RequestOutcome {
  if (reply?.kind === 'silent') return 'lost';
  return reply?.kind === 'answer' && reply.answer.isTaken ? 'answered' : 'no-responder';
}

function isUnanswered(session: Session | undefined): boolean {
  return session?.state === 'held' || session?.state === 'sent';
}

import type { Tx } from '#db/database.ts';
import type { SessionContext } from '../context.ts';
import type { SessionState } from '../session-state.ts';
import type { StartFailure } from '../sessions.refusals.ts';
import * as store from '../sessions.store.ts';
import { nextStartStep, type StartInput } from './start-step.ts';

export type FailedStarts = ReturnType<typeof createFailedStarts>;

/** Fails starts, and gives their money back. */
export function createFailedStarts({ clock, wallet, rules, liveSessions, changeLocked, publishEvent }: SessionContext) {
  /**
   * Releases the hold of a locked start that fails by this input, and publishes that. Returns what the session becomes.
   * Undefined if the start does not fail.
   */
  async function releaseFailed(
    tx: Tx,
    session: store.Session,
    input: StartInput,
  ): Promise<store.SessionChange | undefined> {
    const step = nextStartStep(session, input);
    if (step?.holdChange !== 'release' || !step.reason || !store.isBought(session)) return undefined;
    const { state, reason } = step;
    await wallet.releaseHold(tx, session.bookingId);
    // A driver who has cancelled knows already.
    if (reason !== 'start_cancelled')
      await publishEvent(tx, session, { kind: 'failed', reason, backPaise: session.holdPaise });
    return { state, endedAt: clock.now(), endReason: reason };
  }

  /** Applies an input to a start and its hold in one transaction. */
  async function applyInput(
    bookingId: string,
    input: StartInput,
    isInState: (state: SessionState) => boolean = () => true,
  ): Promise<void> {
    await changeLocked(bookingId, async (session, tx) =>
      isInState(session.state) ? releaseFailed(tx, session, input) : undefined,
    );
  }

  const fail = (bookingId: string, reason: StartFailure): Promise<void> =>
    applyInput(bookingId, { kind: 'failed', reason });

  return {
    fail,

    /** Fails a locked start in the caller's transaction. After the commit the caller calls `closeLive`. */
    async failLocked(tx: Tx, session: store.Session, reason: StartFailure): Promise<store.Session> {
      const change = await releaseFailed(tx, session, { kind: 'failed', reason });
      return change ? store.changeSession(tx, session.bookingId, change) : session;
    },

    /** Fails the start if its state satisfies `isInState`. */
    failIfInState: (
      bookingId: string,
      reason: StartFailure,
      isInState: (state: SessionState) => boolean,
    ): Promise<void> => applyInput(bookingId, { kind: 'failed', reason }, isInState),

    /** Fails a start whose time is over. */
    failOverdue: (bookingId: string): Promise<void> =>
      applyInput(bookingId, { kind: 'checked', nowMs: clock.now().getTime(), rules }),

    /** Fails starts whose server ended between holding the money and sending the request. */
    async failUnsent(): Promise<void> {
      for (const { session } of liveSessions.all()) {
        if (session.state === 'held') await fail(session.bookingId, 'start_interrupted');
      }
    },
  };
}

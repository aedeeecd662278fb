import type { SessionContext } from '../context.ts';
import type { SessionState } from '../session-state.ts';
import type { StartFailure } from '../sessions.refusals.ts';
import * as store from '../sessions.store.ts';
import { nextStartStep, type StartInput } from './start-step.ts';

export type FailedStarts = ReturnType<typeof createFailedStarts>;

/** Fails starts, and gives their money back. */
export function createFailedStarts({ clock, wallet, rules, liveSessions, changeLocked, publishEvent }: SessionContext) {
  /** Applies an input to a start and its hold in one transaction. */
  async function applyInput(
    bookingId: string,
    input: StartInput,
    isInState: (state: SessionState) => boolean = () => true,
  ): Promise<void> {
    await changeLocked(bookingId, async (session, tx) => {
      const step = isInState(session.state) ? nextStartStep(session, input) : undefined;
      if (!step?.reason || !store.isBought(session)) return undefined;
      const { state, reason } = step;
      await wallet.releaseHold(tx, bookingId);
      // A driver who has cancelled knows already.
      if (reason !== 'start_cancelled')
        await publishEvent(tx, session, { kind: 'failed', reason, backPaise: session.holdPaise });
      return { state, endedAt: clock.now(), endReason: reason };
    });
  }

  const fail = (bookingId: string, reason: StartFailure): Promise<void> =>
    applyInput(bookingId, { kind: 'failed', reason });

  return {
    fail,

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

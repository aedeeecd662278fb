import type { Tx } from '#db/database.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { StartReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { nextState } from '../session-state.ts';
import * as store from '../sessions.store.ts';

/** A start that failed so may have begun all the same, where the charge point could not say so; after the others none can have. */
const MAY_HAVE_BEGUN: ReadonlySet<string | null> = new Set(['start_timed_out', 'start_link_lost', 'charger_silent']);
/** A charge point that puts a start before the moment it was asked for by more than this has no clock to judge by. */
export const MAX_START_BEHIND_MS = MINUTE_MS;

/** A charge point that was asked to start with a card may do so for this long after its driver was told that it had failed. */
const MAX_START_AFTER_FAILURE_MS = 15 * MINUTE_MS;

/** Whether a session that was given up may have begun at a moment, which is at most so long after it was. */
function mayHaveBegunAt(session: store.Session, at: Date, maxAfterMs: number): boolean {
  const { state, transactionId, endReason, createdAt, endedAt } = session;
  if (state !== 'failed' || transactionId !== null || endedAt === null || !MAY_HAVE_BEGUN.has(endReason)) return false;
  const atMs = at.getTime();
  return atMs >= createdAt.getTime() - MAX_START_BEHIND_MS && atMs <= endedAt.getTime() + maxAfterMs;
}

/**
 * Whether a transaction had begun by the charge point's own time before its driver was told that it had failed: it is reported
 * late, not begun late.
 */
export function beganInTime(
  session: store.Session,
  { at, isClockDoubted }: Pick<StartReport, 'at' | 'isClockDoubted'>,
) {
  return !isClockDoubted && mayHaveBegunAt(session, at, 0);
}

/** Whether a start with a card may be one that its charge point was asked for with that card, and that was given up meanwhile. */
export function mayBeGivenUp(
  session: store.Session,
  { token, startedAt }: { token: string; startedAt: Date },
): boolean {
  return session.startTag === token && mayHaveBegunAt(session, startedAt, MAX_START_AFTER_FAILURE_MS);
}

/**
 * Recovers a session that had begun in time and was given up before it was reported: its price is held again, and it goes on.
 * Answers undefined where it cannot: the money is spent, another session of the driver runs, or another one runs here. The
 * driver must be locked.
 */
export async function recoverAgain(
  tx: Tx,
  { wallet, rules, publishEvent }: Pick<SessionContext, 'wallet' | 'rules' | 'publishEvent'>,
  session: store.BoughtSession,
  begun: store.SessionChange,
): Promise<store.Session | undefined> {
  const { bookingId, driverId, holdPaise } = session;
  if ((await store.listOpenOfDriver(tx, driverId)).length >= rules.runningPerDriver) return undefined;
  if (await store.isTaken(tx, session)) return undefined;
  if ((await wallet.balanceOf(tx, driverId)).freePaise < holdPaise) return undefined;
  await wallet.holdAgain(tx, bookingId);
  const revived = await store.changeSession(tx, bookingId, {
    ...begun,
    state: nextState(session.state, 'revived'),
    endedAt: null,
    endReason: null,
    linkLostAt: null,
  });
  await publishEvent(tx, revived, { kind: 'revived', holdPaise });
  return revived;
}

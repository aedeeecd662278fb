import { MINUTE_MS } from '#kernel/durations.ts';
import type { StartReport } from '../charge-points.ts';
import type { SessionRules } from '../session-rules.ts';
import { isStarting, nextState, type SessionState } from '../session-state.ts';
import type { StartFailure } from '../sessions.refusals.ts';
import type { Session } from '../sessions.store.ts';
import { startDueAtMs } from '../supervision/due-times.ts';

/** The columns of a session that describe its start. */
export type StartRow = Pick<
  Session,
  'state' | 'transactionId' | 'endReason' | 'createdAt' | 'endedAt' | 'linkLostAt' | 'pastOutagesMs'
>;

export type StartInput =
  /** The start is about to be sent. */
  | { kind: 'asked' }
  | { kind: 'accepted' }
  /** The charge point rejected the start or did not answer, it could not be reached, or the driver has cancelled. */
  | { kind: 'failed'; reason: StartFailure }
  /** The supervisor's periodic check. */
  | { kind: 'checked'; nowMs: number; rules: Pick<SessionRules, 'startWithinMs' | 'linkPatienceMs'> }
  /** StartTransaction. */
  | { kind: 'started'; at: Date; isClockDoubted?: true | undefined };

export interface StartStep {
  state: SessionState;
  /** What happens to the hold in the same transaction. */
  holdChange?: 'release' | 'renew';
  reason?: StartFailure;
}

/**
 * The next state of a start and its hold, from its locked row. Undefined changes nothing: a start that was sent is not
 * sent twice, and a hold that was released is not released again.
 */
export function nextStartStep(row: StartRow, input: StartInput): StartStep | undefined {
  switch (input.kind) {
    case 'asked':
    case 'accepted': {
      const state = nextState(row.state, input.kind);
      return state === row.state ? undefined : { state };
    }
    case 'failed':
      return isStarting(row.state) ? failed(row, input.reason) : undefined;
    case 'checked':
      // Decided from the locked row, because the link may have changed since anyone looked.
      if (!isStarting(row.state) || input.nowMs < startDueAtMs(row, input.rules)) return undefined;
      return failed(row, row.linkLostAt ? 'start_link_lost' : 'start_timed_out');
    case 'started':
      if (isStarting(row.state)) return { state: nextState(row.state, 'started') };
      return hasStartedInTime(row, input) ? { state: nextState(row.state, 'revived'), holdChange: 'renew' } : undefined;
  }
}

function failed({ state }: StartRow, reason: StartFailure): StartStep {
  return { state: nextState(state, 'start-failed'), holdChange: 'release', reason };
}

/** After these failures the session may have begun without our knowing. After others it cannot have. */
const MAY_HAVE_STARTED: ReadonlySet<string | null> = new Set(['start_timed_out', 'start_link_lost', 'charger_silent']);
/** If a charge point's start time is earlier than the request by more than this, its clock is wrong. */
export const MAX_START_BEHIND_MS = MINUTE_MS;
/**
 * A charge point that was asked to start with a card may still do so for this long after the driver was told that it
 * failed.
 */
const MAX_START_AFTER_FAILURE_MS = 15 * MINUTE_MS;

/** True if a session that was given up may have begun at this time, at most `maxAfterMs` after it was given up. */
function mayHaveStartedAt(row: StartRow, at: Date, maxAfterMs: number): boolean {
  const { state, transactionId, endReason, createdAt, endedAt } = row;
  if (state !== 'failed' || transactionId !== null || endedAt === null || !MAY_HAVE_STARTED.has(endReason))
    return false;
  const atMs = at.getTime();
  return atMs >= createdAt.getTime() - MAX_START_BEHIND_MS && atMs <= endedAt.getTime() + maxAfterMs;
}

/**
 * True if, by the charge point's time, the transaction began before the driver was told that it failed. Then it was
 * only reported late.
 */
function hasStartedInTime(row: StartRow, { at, isClockDoubted }: Pick<StartReport, 'at' | 'isClockDoubted'>): boolean {
  return !isClockDoubted && mayHaveStartedAt(row, at, 0);
}

/**
 * True if a start with a card may be the one that the charge point was asked for with that card, and that was given up
 * since.
 */
export function mayBelongToGivenUpStart(
  row: StartRow & Pick<Session, 'requestedCard'>,
  { startedByTag, startedAt }: { startedByTag: string; startedAt: Date },
): boolean {
  return row.requestedCard === startedByTag && mayHaveStartedAt(row, startedAt, MAX_START_AFTER_FAILURE_MS);
}

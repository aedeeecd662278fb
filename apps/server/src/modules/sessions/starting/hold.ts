import { MINUTE_MS } from '#kernel/durations.ts';
import type { StartReport } from '../charge-points.ts';
import type { SessionRules } from '../session-rules.ts';
import { isStarting, nextState, type SessionState } from '../session-state.ts';
import type { StartFailure } from '../sessions.failures.ts';
import type { Session } from '../sessions.store.ts';
import { startDueAt } from '../supervision/link-loss.ts';

/** What the row of a session tells of its start. */
export type StartRow = Pick<
  Session,
  'state' | 'transactionId' | 'endReason' | 'createdAt' | 'endedAt' | 'linkLostAt' | 'linkDownMs'
>;

export type HoldInput =
  /** The request is to go out. */
  | { kind: 'asked' }
  | { kind: 'accepted' }
  /** The charge point refused or did not answer, it could not be asked, or the driver has called it off. */
  | { kind: 'failed'; reason: StartFailure }
  /** The supervisor looks. */
  | { kind: 'looked-at'; nowMs: number; rules: Pick<SessionRules, 'startWithinMs' | 'linkPatienceMs'> }
  /** StartTransaction. */
  | { kind: 'begun'; at: Date; isClockDoubted?: true | undefined };

export interface HoldStep {
  state: SessionState;
  /** What becomes of the money in the same transaction. */
  money?: 'release' | 'hold-again';
  reason?: StartFailure;
}

/**
 * What becomes of a start and of the money that it holds, by its row as it is under its lock. Undefined changes nothing: a request
 * that has gone out is not sent by whoever comes second, and what has ended is not released again.
 */
export function nextHoldStep(row: StartRow, input: HoldInput): HoldStep | undefined {
  switch (input.kind) {
    case 'asked':
    case 'accepted': {
      const state = nextState(row.state, input.kind);
      return state === row.state ? undefined : { state };
    }
    case 'failed':
      return isStarting(row.state) ? failed(row, input.reason) : undefined;
    case 'looked-at':
      // By its row: the link may have gone or come back since anybody looked.
      if (!isStarting(row.state) || input.nowMs < startDueAt(row, input.rules)) return undefined;
      return failed(row, row.linkLostAt ? 'start_link_lost' : 'start_timed_out');
    case 'begun':
      if (isStarting(row.state)) return { state: nextState(row.state, 'started') };
      return beganInTime(row, input) ? { state: nextState(row.state, 'revived'), money: 'hold-again' } : undefined;
  }
}

function failed({ state }: StartRow, reason: StartFailure): HoldStep {
  return { state: nextState(state, 'start-failed'), money: 'release', reason };
}

/** A start that failed so may have begun all the same, where the charge point could not say so; after the others none can have. */
const MAY_HAVE_BEGUN: ReadonlySet<string | null> = new Set(['start_timed_out', 'start_link_lost', 'charger_silent']);
/** A charge point that puts a start before the moment it was asked for by more than this has no clock to judge by. */
export const MAX_START_BEHIND_MS = MINUTE_MS;
/** A charge point that was asked to start with a card may do so for this long after its driver was told that it had failed. */
const MAX_START_AFTER_FAILURE_MS = 15 * MINUTE_MS;

/** Whether a session that was given up may have begun at a moment, which is at most so long after it was. */
function mayHaveBegunAt(row: StartRow, at: Date, maxAfterMs: number): boolean {
  const { state, transactionId, endReason, createdAt, endedAt } = row;
  if (state !== 'failed' || transactionId !== null || endedAt === null || !MAY_HAVE_BEGUN.has(endReason)) return false;
  const atMs = at.getTime();
  return atMs >= createdAt.getTime() - MAX_START_BEHIND_MS && atMs <= endedAt.getTime() + maxAfterMs;
}

/**
 * Whether a transaction had begun by the charge point's own time before its driver was told that it had failed: it is reported
 * late, not begun late.
 */
function beganInTime(row: StartRow, { at, isClockDoubted }: Pick<StartReport, 'at' | 'isClockDoubted'>): boolean {
  return !isClockDoubted && mayHaveBegunAt(row, at, 0);
}

/** Whether a start with a card may be one that its charge point was asked for with that card, and that was given up meanwhile. */
export function mayBeOfGivenUpStart(
  row: StartRow & Pick<Session, 'startTag'>,
  { token, startedAt }: { token: string; startedAt: Date },
): boolean {
  return row.startTag === token && mayHaveBegunAt(row, startedAt, MAX_START_AFTER_FAILURE_MS);
}

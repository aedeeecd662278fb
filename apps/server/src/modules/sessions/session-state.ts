/**
 * The life of a session. A start is *held* (money kept), *sent* to the charge point, *accepted* by it; when the charge point reports a
 * transaction it is *charging*, perhaps *suspended* for a while, *stopping* once a stop was asked for, and *completed*.
 * A start that comes to nothing has *failed*. The last two are final, but for a start that was given up while its charge point
 * could not be heard and that had begun in time: it is *revived*.
 */
export type SessionState =
  | 'held'
  | 'sent'
  | 'accepted'
  | 'charging'
  | 'suspended'
  | 'stopping'
  | 'completed'
  | 'failed';

export type SessionInput =
  /** The request went out to the charge point. */
  | 'asked'
  | 'accepted'
  /** The charge point refused, did not answer, or nothing began in time. */
  | 'start-failed'
  /** The charge point opened a transaction (StartTransaction). */
  | 'started'
  /** The charge point tells late of a transaction that it opened in time, and its price is held anew. */
  | 'revived'
  /** The connector reports SuspendedEV or SuspendedEVSE, or Charging again. */
  | 'suspended'
  | 'resumed'
  | 'stop-asked'
  /** The charge point closed the transaction, or we did because it never will. */
  | 'stopped';

const MOVES: Record<SessionState, Partial<Record<SessionInput, SessionState>>> = {
  held: { asked: 'sent', accepted: 'accepted', 'start-failed': 'failed', started: 'charging' },
  sent: { accepted: 'accepted', 'start-failed': 'failed', started: 'charging' },
  accepted: { 'start-failed': 'failed', started: 'charging' },
  charging: { suspended: 'suspended', 'stop-asked': 'stopping', stopped: 'completed' },
  suspended: { resumed: 'charging', 'stop-asked': 'stopping', stopped: 'completed' },
  stopping: { stopped: 'completed' },
  completed: {},
  failed: { revived: 'charging' },
};

/** Where an input leads; the same state when it has no meaning there (a repeat, or one that came late). */
export function nextState(state: SessionState, input: SessionInput): SessionState {
  return MOVES[state][input] ?? state;
}

export function isSessionOver(state: SessionState): boolean {
  return state === 'completed' || state === 'failed';
}

/** Asked for, but no transaction yet. */
export function isStarting(state: SessionState): boolean {
  return state === 'held' || state === 'sent' || state === 'accepted';
}

/** A connector that says so during a session looks as if the session were over. */
export function looksOver(connectorStatus: string | null): boolean {
  return connectorStatus === 'Available' || connectorStatus === 'Finishing';
}

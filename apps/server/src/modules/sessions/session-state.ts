/**
 * The states of a session. A start is *held* (its price is reserved), *sent* to the charge point, and *accepted* by it.
 * When the charge point reports a transaction the session is *charging*, possibly *suspended* for a while, *stopping*
 * once a stop was requested, and *completed*. A start without a transaction has *failed*. The last two are final, with
 * one exception: a failed start that had begun in time, while the charge point could not report it, is *revived*.
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

/** Who requested the stop of a session. */
export type StopCause = 'driver' | 'units_used_up' | 'target_reached' | 'no_progress';

export type SessionInput =
  /** RemoteStartTransaction was sent. */
  | 'asked'
  | 'accepted'
  /** The charge point rejected the start or did not answer, or no transaction began in time. */
  | 'start-failed'
  /** The charge point opened a transaction (StartTransaction). */
  | 'started'
  /** The charge point reports late that a transaction began in time, and its hold is renewed. */
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

/**
 * The state after an input. An input that means nothing in a state, such as a repeated or a late one, leaves it
 * unchanged.
 */
export function nextState(state: SessionState, input: SessionInput): SessionState {
  return MOVES[state][input] ?? state;
}

export function isSessionOver(state: SessionState): boolean {
  return state === 'completed' || state === 'failed';
}

/** True while the start was requested but no transaction has begun. */
export function isStarting(state: SessionState): boolean {
  return state === 'held' || state === 'sent' || state === 'accepted';
}

/** True for connector states during a session: energy flows, or the vehicle or the charge point has paused it. */
export function looksRunning(connectorStatus: string): boolean {
  return connectorStatus === 'Charging' || connectorStatus.startsWith('Suspended');
}

/**
 * The connector's status to store when a session starts. One that suggests that the session is over is from before, so
 * it is cleared.
 */
export function statusAtStart(connectorStatus: string | null): string | null {
  return looksOver(connectorStatus) ? null : connectorStatus;
}

/** True for connector states that suggest that the session on it is over. */
export function looksOver(connectorStatus: string | null): boolean {
  return connectorStatus === 'Available' || connectorStatus === 'Finishing';
}

import { createGroupedStatement } from '#db/statements/statement-groups.ts';
import type { StatusReport } from '#modules/network/index.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { connectorKey } from '../session-connector.ts';
import { looksOver, looksRunning, nextState } from '../session-state.ts';
import { listPlugged, noteUnplugged, type ConnectorKey } from '../starting/connectors-in-use.store.ts';
import { forgetEndHint, noteEndHint } from './live-activity.ts';

export type ConnectorStatusReports = ReturnType<typeof createConnectorStatusReports>;

/** Handles the status of a session's connector: stages of the start, pauses, and signs that the session is over. */
export function createConnectorStatusReports({ database, clock, liveSessions, changeLocked }: SessionContext) {
  const isPlugged = createGroupedStatement<ConnectorKey, boolean>(async (keys) => {
    const plugged = new Set((await listPlugged(database, keys)).map(connectorKey));
    return keys.map((key) => plugged.has(connectorKey(key)));
  });

  return {
    async statusChanged({ chargePointId, connector, status }: StatusReport): Promise<void> {
      const key = { chargePointId, connector };
      if (status === 'Available' && (await isPlugged(key))) await noteUnplugged(database, key, clock.now());
      const live = liveSessions.ofConnector(chargePointId, connector);
      if (!live || live.session.connectorStatus === status) return;
      if (isFreed(live, status)) noteEndHint(live.activity, clock.now());
      // The connector only looked free, as at a boot that reports every connector as Available first.
      else if (isFreed(live) && looksRunning(status)) forgetEndHint(live.activity);
      await changeLocked(live.session.bookingId, ({ state }) => ({
        connectorStatus: status,
        state: stateAfter(status, state),
      }));
    },
  };
}

/**
 * True if the connector looks free of its session. After a boot, Preparing also means that the charge point has
 * forgotten the session, as long as no more energy comes.
 */
export function isFreed({ session, activity }: LiveSession, status = session.connectorStatus): boolean {
  const { transactionId, restartedAt } = session;
  if (transactionId === null) return false;
  const lastBoot = activity.bootedAt ?? restartedAt;
  const isForgotten = status === 'Preparing' && lastBoot !== null && activity.progressAt <= lastBoot;
  return isForgotten || looksOver(status);
}

function stateAfter(status: string, state: LiveSession['session']['state']): LiveSession['session']['state'] {
  if (status.startsWith('Suspended')) return nextState(state, 'suspended');
  return status === 'Charging' ? nextState(state, 'resumed') : state;
}

import { dropOutdatedFences } from '#db/fence.ts';
import { createGroupedStatement } from '#db/statements/statement-groups.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import type { Session } from '../sessions.store.ts';
import type { Stops } from '../stopping/stops.ts';
import { noteLink } from './live-activity.ts';
import {
  listChargePointsInSession,
  listOpenOfChargePoints,
  noteAllLinksLost,
  noteLinkBack,
  noteLinkLost,
} from './lost-links.store.ts';
import type { Recovery } from './recovery.ts';

/** A reconnected charge point has this long to report what it stored while offline. */
const CATCH_UP_TIMEOUT_MS = 20 * SECOND_MS;
/** After the server was down, charge points need this long to reconnect, because they retry less and less often. */
const RECONNECT_TIMEOUT_MS = 2 * MINUTE_MS;

export type LostLinks = ReturnType<typeof createLostLinks>;

interface LostLinksParts {
  stops: Pick<Stops, 'askToStop'>;
  recovery: Pick<Recovery, 'recoverAll'>;
}

/** Handles sessions whose charge points lose their links and reconnect. */
export function createLostLinks(
  context: SessionContext,
  { stops: { askToStop }, recovery: { recoverAll } }: LostLinksParts,
) {
  const { database, clock, liveSessions, owners, publishStatus } = context;
  /** When this node last took over charge points with running sessions. */
  let resumedAtMs = 0;

  // Thousands of charge points reconnect at once, few of them with a session. Only the rows of those are locked, one by
  // one.
  const isInSession = createGroupedStatement<string, boolean>(async (ids) => {
    const open = await listChargePointsInSession(database, ids);
    return ids.map((id) => open.has(id));
  });

  /** Updates sessions in memory after a link was lost or came back. */
  function refreshLinks(sessions: Session[]): void {
    for (const session of sessions) {
      const wasLostAt = liveSessions.ofBookingId(session.bookingId)?.session.linkLostAt;
      const live = liveSessions.refresh(session);
      if (!live) continue;
      noteLink(live.activity, { wasLostAt, lostAt: session.linkLostAt, now: clock.now() });
      publishStatus(session);
    }
  }

  return {
    /** Until when nothing is done about a session, because its charge point may still report. */
    waitsUntilMs({ session, activity }: LiveSession): number {
      return session.linkLostAt
        ? resumedAtMs + RECONNECT_TIMEOUT_MS
        : (activity.linkBackAt?.getTime() ?? 0) + CATCH_UP_TIMEOUT_MS;
    },

    /** Called when the server has just started, so no charge point is connected. */
    async noteServerStart(): Promise<void> {
      const now = clock.now();
      resumedAtMs = now.getTime();
      if (!owners.isShared) await noteAllLinksLost(database, now);
    },

    /**
     * This node owns these charge points from now on. Those not connected here may still reconnect. Those that have
     * gone to yet another node are ignored.
     */
    async takeOver(chargePointIds: string[]): Promise<void> {
      const now = clock.now();
      const open = await database.transaction(async (tx) => {
        const outdated = await dropOutdatedFences(
          tx,
          chargePointIds.flatMap((id) => owners.fenceOf(id) ?? []),
        );
        const gone = new Set([...outdated].map(({ chargePointId }) => chargePointId));
        const own = chargePointIds.filter((id) => !gone.has(id));
        await noteAllLinksLost(tx, now, own);
        return listOpenOfChargePoints(tx, own);
      });
      if (open.length > 0) resumedAtMs = now.getTime();
      await recoverAll(open.filter(({ bookingId }) => !liveSessions.ofBookingId(bookingId)));
    },

    /** The charge point's sessions wait for its link from now on. */
    async disconnected(chargePointId: string): Promise<void> {
      if (await isInSession(chargePointId))
        refreshLinks(await database.transaction((tx) => noteLinkLost(tx, chargePointId, clock.now())));
    },

    /** Sends the stop requests that a reconnected charge point has missed. */
    async connected(chargePointId: string): Promise<void> {
      if (await isInSession(chargePointId))
        refreshLinks(await database.transaction((tx) => noteLinkBack(tx, chargePointId, clock.now())));
      for (const { session } of liveSessions.ofChargePoint(chargePointId)) {
        if (session.state !== 'stopping') continue;
        void askToStop(chargePointId, session.transactionId ?? 0, 'new');
      }
    },
  };
}

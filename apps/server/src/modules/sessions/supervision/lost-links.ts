import { findOutdatedFences } from '#db/fence.ts';
import { createGroups } from '#db/groups.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import type { Session } from '../sessions.store.ts';
import type { Stops } from '../stopping/stops.ts';
import {
  listChargePointsInSession,
  listOpenAt,
  noteAllLinksLost,
  noteLinkBack,
  noteLinkLost,
} from './link-loss.store.ts';
import type { Recovery } from './recovery.ts';

/** A charge point that has come back first tells what it kept meanwhile. */
const CATCH_UP_TIMEOUT_MS = 20 * SECOND_MS;
/** After the server's own absence charge points need this long to dial in again: they try less and less often. */
const RECONNECT_TIMEOUT_MS = 2 * MINUTE_MS;

export type LostLinks = ReturnType<typeof createLostLinks>;

/** What becomes of sessions while the links of their charge points are lost, and when they are back. */
export function createLostLinks(
  context: SessionContext,
  { askToStop }: Pick<Stops, 'askToStop'>,
  { recoverAll }: Pick<Recovery, 'recoverAll'>,
) {
  const { database, clock, liveSessions, owners, publishStatus } = context;
  /** When this node last began to look after charge points in mid-charge. */
  let resumedAtMs = 0;

  // Thousands of charge points come back at once, few of them in mid-charge: only their rows are locked, each for itself.
  const isInSession = createGroups<string, boolean>(async (ids) => {
    const open = await listChargePointsInSession(database, ids);
    return ids.map((id) => open.has(id));
  });

  /** Sessions as their rows are after their charge point's link was lost or came back. */
  function renewLinks(sessions: Session[]): void {
    for (const session of sessions) {
      const lostAt = liveSessions.ofBooking(session.bookingId)?.session.linkLostAt;
      const live = liveSessions.renew(session);
      if (!live) continue;
      live.linkBackAt = session.linkLostAt ? undefined : clock.now();
      if (lostAt && !session.linkLostAt) {
        const linkDownSinceMs = Math.max(lostAt.getTime(), live.progressAt.getTime());
        live.linkDownMs += Math.max(0, clock.now().getTime() - linkDownSinceMs);
      }
      publishStatus(session);
    }
  }

  return {
    /** Until when nothing is done about a session that its charge point could still tell of. */
    heardAtMs({ session, linkBackAt }: LiveSession): number {
      return session.linkLostAt
        ? resumedAtMs + RECONNECT_TIMEOUT_MS
        : (linkBackAt?.getTime() ?? 0) + CATCH_UP_TIMEOUT_MS;
    },

    /** The server has just started: no charge point is linked yet. */
    async begin(): Promise<void> {
      const now = clock.now();
      resumedAtMs = now.getTime();
      if (!owners.isShared) await noteAllLinksLost(database, now);
    },

    /**
     * This node looks after these charge points from now on. Where no link stands yet, it may come back. Those that have gone to
     * another node by now are its business.
     */
    async takeOver(chargePointIds: string[]): Promise<void> {
      const now = clock.now();
      const open = await database.transaction(async (tx) => {
        const outdated = await findOutdatedFences(
          tx,
          chargePointIds.flatMap((id) => owners.fenceOf(id) ?? []),
        );
        const gone = new Set([...outdated].map(({ chargePointId }) => chargePointId));
        const own = chargePointIds.filter((id) => !gone.has(id));
        await noteAllLinksLost(tx, now, own);
        return listOpenAt(tx, own);
      });
      if (open.length > 0) resumedAtMs = now.getTime();
      await recoverAll(open.filter(({ bookingId }) => !liveSessions.ofBooking(bookingId)));
    },

    /** What is under way at a charge point waits for its link from now on. */
    async disconnected(chargePointId: string): Promise<void> {
      if (await isInSession.add(chargePointId))
        renewLinks(await database.transaction((tx) => noteLinkLost(tx, chargePointId, clock.now())));
    },

    /** A charge point that comes back is asked at once for the stops it has missed. */
    async connected(chargePointId: string): Promise<void> {
      if (await isInSession.add(chargePointId))
        renewLinks(await database.transaction((tx) => noteLinkBack(tx, chargePointId, clock.now())));
      for (const { session } of liveSessions.ofChargePoint(chargePointId)) {
        if (session.state !== 'stopping') continue;
        void askToStop(chargePointId, session.transactionId ?? 0, 'new');
      }
    },
  };
}

import type { SessionContext } from './context.ts';
import type { BoughtLiveSession, LiveSession } from './live-sessions.ts';
import * as store from './sessions.store.ts';
import { liveValuesOfRow, type LiveValues } from './socket-events.ts';
import { listStillPluggedOfDriver } from './starting/connectors-in-use.store.ts';
import { listReservationsSeenByDriver } from './starting/reserved-starts.ts';
import { expectedEnd } from './stopping/expected-end.ts';

/** Queries about open sessions and their connectors, for screens and lists. Nothing here changes a session. */
export function createOpenSessions({ database, clock, liveSessions, owners }: SessionContext) {
  return {
    /** Connectors of these charge points where the driver's car is still plugged in after its session. */
    listStillPlugged: (driverId: number, chargePointIds: string[]) =>
      listStillPluggedOfDriver(database, driverId, chargePointIds),

    /** The reservations at these charge points, as the driver sees them. */
    listReservationsSeenByDriver: (driverId: number, chargePointIds: string[]) =>
      listReservationsSeenByDriver(database, driverId, chargePointIds, clock.now()),

    /** The current figures of a driver's own running session. */
    findLive: (driverId: number, bookingId: string) => liveOfDriver(driverId, liveSessions.ofBookingId(bookingId)),
    /**
     * When the session on a connector is expected to end. Undefined without a session, or if it cannot be estimated.
     */
    findExpectedEnd(chargePointId: string, connector: number): Date | undefined {
      const live = liveSessions.ofConnector(chargePointId, connector);
      return live && expectedEnd(live);
    },
    /** The expected end of every running session, with its connector. */
    listExpectedEnds: () =>
      liveSessions.all().flatMap((live) => {
        const { stationId, chargePointId, connector } = live.session;
        const at = expectedEnd(live);
        return at ? [{ stationId, chargePointId, connector, at }] : [];
      }),
    /** The figures of the driver's own session on a connector. Undefined if there is none. */
    async findLiveValues(driverId: number, chargePointId: string, connector: number): Promise<LiveValues | undefined> {
      if (owners.owns(chargePointId)) return liveOfDriver(driverId, liveSessions.ofConnector(chargePointId, connector));
      const open = await store.listOpenOfDriver(database, driverId);
      const session = open.find((one) => one.chargePointId === chargePointId && one.connector === connector);
      return session && liveValuesOfRow(session);
    },
    /** The driver's own session with this booking id, if it is open. */
    async findOpen(driverId: number, bookingId: string): Promise<store.BoughtSession | undefined> {
      const live = liveOfDriver(driverId, liveSessions.ofBookingId(bookingId));
      if (live || !owners.isShared) return live?.session;
      const session = await store.findOfDriver(database, driverId, bookingId);
      return session?.endedAt ? undefined : session;
    },

    /** The driver's open sessions. */
    listOpenOfDriver: (driverId: number): Promise<store.BoughtSession[]> => store.listOpenOfDriver(database, driverId),
    /** The bought session that this one-time tag was created for. */
    findSessionByOneTimeTag: (tag: string): Promise<store.BoughtSession | undefined> =>
      store.findSessionByOneTimeTag(database, tag),
    /** The driver's own session with this booking id. Undefined if there is none. */
    findOfDriver: (driverId: number, bookingId: string): Promise<store.BoughtSession | undefined> =>
      store.findOfDriver(database, driverId, bookingId),
  };
}

function liveOfDriver(driverId: number, live: LiveSession | undefined): BoughtLiveSession | undefined {
  return live?.session.driverId === driverId ? (live as BoughtLiveSession) : undefined;
}

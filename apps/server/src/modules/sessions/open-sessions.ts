import type { SessionContext } from './context.ts';
import type { BoughtLiveSession, LiveSession } from './live-sessions.ts';
import * as store from './sessions.store.ts';
import { figuresOfRow, type LiveFigures } from './socket-events.ts';
import { listStillPluggedOfDriver } from './starting/plugged.store.ts';
import { reservationsSeenBy } from './starting/reserved.ts';
import { expectedEnd } from './stopping/expected-end.ts';

/** What drivers, lists and screens ask of sessions that are not over, and of the connectors they are on. Nothing is changed here. */
export function createOpenSessions({ database, clock, liveSessions, owners }: SessionContext) {
  return {
    /** Connectors of these charge points on which the driver's own car still hangs since its session. */
    stillPlugged: (driverId: number, chargePointIds: string[]) =>
      listStillPluggedOfDriver(database, driverId, chargePointIds),

    /** What is reserved there now, as the driver has it. */
    reservationsSeenBy: (driverId: number, chargePointIds: string[]) =>
      reservationsSeenBy(database, driverId, chargePointIds, clock.now()),

    /** The current figures of a driver's own running session. */
    liveOf: (driverId: number, bookingId: string) => ownLive(driverId, liveSessions.ofBooking(bookingId)),
    /** When the session that runs on a connector is likely to end; undefined without one, or while nobody knows. */
    expectedEnd(chargePointId: string, connector: number): Date | undefined {
      const live = liveSessions.ofConnector(chargePointId, connector);
      return live && expectedEnd(live);
    },
    /** The same of every session that runs, with its place. */
    expectedEnds: () =>
      liveSessions.all().flatMap((live) => {
        const { stationId, chargePointId, connector } = live.session;
        const at = expectedEnd(live);
        return at ? [{ stationId, chargePointId, connector, at }] : [];
      }),
    /** The figures of the driver's own session that runs on a connector; undefined where there is none. */
    async figuresOnConnector(
      driverId: number,
      chargePointId: string,
      connector: number,
    ): Promise<LiveFigures | undefined> {
      if (owners.owns(chargePointId)) return ownLive(driverId, liveSessions.ofConnector(chargePointId, connector));
      const open = await store.listOpenOfDriver(database, driverId);
      const session = open.find((one) => one.chargePointId === chargePointId && one.connector === connector);
      return session && figuresOfRow(session);
    },
    /** The driver's own session of that reference, unless it is over. */
    async findOpen(driverId: number, bookingId: string): Promise<store.BoughtSession | undefined> {
      const live = ownLive(driverId, liveSessions.ofBooking(bookingId));
      if (live || !owners.isShared) return live?.session;
      const session = await store.findOfDriver(database, driverId, bookingId);
      return session?.endedAt ? undefined : session;
    },

    /** The driver's sessions that are not over. */
    listOpenOfDriver: (driverId: number): Promise<store.BoughtSession[]> => store.listOpenOfDriver(database, driverId),
    /** The session that a driver bought and that is started with this one-time tag. */
    findSessionByIdTag: (idTag: string): Promise<store.BoughtSession | undefined> =>
      store.findSessionByIdTag(database, idTag),
    /** The driver's own session of that reference; undefined where there is none. */
    findOfDriver: (driverId: number, bookingId: string): Promise<store.BoughtSession | undefined> =>
      store.findOfDriver(database, driverId, bookingId),
  };
}

function ownLive(driverId: number, live: LiveSession | undefined): BoughtLiveSession | undefined {
  return live?.session.driverId === driverId ? (live as BoughtLiveSession) : undefined;
}

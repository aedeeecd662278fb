import type { MeterReading } from '@bijli/ocpp/meter-values';
import { type Clock, TestClock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import type { Business } from '#modules/accounts/index.ts';
import { importStations, type StatusReport } from '#modules/network/index.ts';
import { createSessionHistory, listVehiclesNamed } from '#modules/sessions/history/index.ts';
import type { ChargePoints, StartReport } from '#modules/sessions/index.ts';
import {
  SESSION_RULES,
  createSessions,
  sessionEvent,
  type PublishedSessionEvent,
  type Sessions,
} from '#modules/sessions/index.ts';
import { createReportHandlers } from '#modules/sessions/report-handlers.ts';
import { refuse } from '#modules/sessions/sessions.refusals.ts';
import { createVehicles } from '#modules/vehicles/index.ts';
import { creditTopUp } from '#modules/wallet/credit.ts';
import { createWallet } from '#modules/wallet/index.ts';
import { STATION } from './app.ts';
import { testDatabase } from './database.ts';
import { testLog } from './log.ts';
import { networkOf } from './network-fixture.ts';

/** The connector on which the fixture's sessions run. */
export const PLACE = { chargePointId: 'FAST-1', connector: 1 };

export interface Begun {
  driverId: number;
  bookingId: string;
  transactionId: number;
  /** By default the one of `PLACE`. */
  chargePointId?: string;
}

/** A charge point whose answers a test sets. It keeps the requests of the server. */
function answeringChargePoint() {
  /** The transactions that the charge point was asked to stop. */
  const askedToStop: number[] = [];
  /** The tags of the starts that it was asked for. */
  const askedToStart: string[] = [];
  /** The charge points that were asked to restart. */
  const askedToRestart: string[] = [];
  /** The messages that the charge point was asked to send. */
  const askedFor: string[] = [];
  /** The charge point's answers to requests for a start, a stop, a message or a restart. */
  const chargePoint: Record<'start' | 'stop' | 'trigger', 'accepted' | 'rejected'> & {
    reset: 'accepted' | 'rejected' | 'offline';
    /** What the charge point does before it answers a request for a start. */
    beforeStartAnswer: () => Promise<void>;
  } = {
    beforeStartAnswer: async () => undefined,
    start: 'accepted',
    stop: 'accepted',
    trigger: 'accepted',
    reset: 'accepted',
  };
  const chargePoints: ChargePoints = {
    async remoteStart(_, { idTag }) {
      askedToStart.push(idTag);
      await chargePoint.beforeStartAnswer();
      return chargePoint.start;
    },
    async remoteStop(_, transactionId) {
      askedToStop.push(transactionId);
      return chargePoint.stop;
    },
    async trigger(_chargePointId, _connector, message) {
      askedFor.push(message);
      return chargePoint.trigger;
    },
    async reset(chargePointId) {
      askedToRestart.push(chargePointId);
      if (chargePoint.reset === 'offline') return refuse('charger_offline');
      return chargePoint.reset;
    },
  };
  return { askedToStop, askedToStart, askedToRestart, askedFor, chargePoint, chargePoints };
}

/** Reports of the charge point about itself, as the OCPP adapter passes them on. */
function reportsTold({
  clock,
  ...modules
}: Omit<Parameters<typeof createReportHandlers>[0], 'sessions'> & { clock: Clock }) {
  const handlers = (sessions: Sessions) => createReportHandlers({ ...modules, sessions });
  return {
    /** The charge point reports a status. */
    reports: (server: Sessions, report: StatusReport): Promise<void> => handlers(server).statusChanged(report),

    /** The charge point reports its configuration. */
    configured: (server: Sessions, keys: Record<string, string>, needsReboot = false): Promise<void> =>
      handlers(server).configured({
        chargePointId: PLACE.chargePointId,
        keys: Object.entries(keys).map(([key, value]) => ({ key, value, readonly: false })),
        readAt: clock.now(),
        needsReboot,
      }),

    /** The charge point's link is lost, or is up again. */
    link: (server: Sessions, what: 'lost' | 'back'): Promise<void> =>
      handlers(server)[what === 'lost' ? 'disconnected' : 'connected'](PLACE.chargePointId),
  };
}

/** Reports of the charge point about its transactions. */
function transactionsTold(clock: Clock) {
  const now = () => ({ at: clock.now(), receivedAt: clock.now() });

  /** Requests a start, which the charge point accepts. Returns the report of its start with the register at 1000 Wh. */
  async function asked(
    server: Sessions,
    driverId: number,
    place = PLACE,
    targetSoc?: number,
  ): Promise<{ bookingId: string; start: StartReport }> {
    const { bookingId } = await server.start({ driverId, ...place, boughtWh: 5000, targetSoc });
    const session = await server.findOfDriver(driverId, bookingId);
    return { bookingId, start: { ...place, idTag: session?.oneTimeTag ?? '', meterStartWh: 1000, ...now() } };
  }

  return {
    asked,

    /** A session of 5 units, or up to this percentage of the battery, that has started with the register at 1000 Wh. */
    async begun(server: Sessions, driverId: number, targetSoc?: number): Promise<Begun> {
      const { bookingId, start } = await asked(server, driverId, PLACE, targetSoc);
      const { transactionId } = await server.started(start);
      return { driverId, bookingId, transactionId };
    },

    /** Reports a sample with the register's value now. */
    metered: (server: Sessions, { transactionId }: Begun, registerWh: number, soc?: number): Promise<void> =>
      server.metered({
        ...PLACE,
        transactionId,
        readings: [{ at: clock.now(), context: 'Sample.Periodic', registerWh, soc }],
        receivedAt: clock.now(),
        raw: '{}',
      }),

    stopped: (
      server: Sessions,
      { transactionId, chargePointId = PLACE.chargePointId }: Begun,
      meterStopWh: number,
      readings: MeterReading[] = [],
    ): Promise<void> =>
      server.stopped({
        chargePointId,
        transactionId,
        meterStopWh,
        reason: 'Local',
        readings,
        ...now(),
      }),
  };
}

/**
 * Creates `sessions` on its own database, with one charge point whose reports a test sends, and a clock that a test
 * moves.
 */
export async function sessionsFixture({ stations = [STATION] } = {}) {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const database = await testDatabase();
  await importStations(database, clock.now(), stations);
  const wallet = createWallet({ clock });
  const { events, network, availability, close } = networkOf(database, clock);
  const vehicles = createVehicles({ database, clock, namedBySessions: listVehiclesNamed });
  const history = createSessionHistory({ database, network, availability, vehicles });
  await availability.noteConnected(PLACE.chargePointId);
  const says = (status: string) => ({ ...PLACE, status, errorCode: 'NoError', at: clock.now() });
  await availability.saveStatus(says('Available'));
  const { chargePoint, chargePoints, ...asked } = answeringChargePoint();
  /** The socket events that were sent to drivers' screens. */
  const sent: { driverId: number; event: string }[] = [];
  /** The session events that were published. */
  const published: PublishedSessionEvent[] = [];
  /** The businesses for which drivers charge. */
  const businesses = new Map<number, Business>();
  events.on(sessionEvent, async (_, one) => void published.push(one));

  const told = reportsTold({ database, clock, network, availability });
  const transactions = transactionsTold(clock);

  return {
    events,
    clock,
    history,
    database,
    wallet,
    ...asked,
    chargePoint,
    sent,
    published,
    businesses,
    says,

    /** Creates the `sessions` module anew, as a restarted server does. */
    server: (): Sessions =>
      createSessions({
        database,
        clock,
        log: testLog,
        wallet,
        accounts: { findBusinessOfDriver: async (driverId) => businesses.get(driverId) },
        network,
        availability,
        vehicles,
        chargePoints,
        driverSockets: { send: (driverId, event) => void sent.push({ driverId, event }) },
        events,
        sampleDays: 190,
        rules: SESSION_RULES,
      }),

    /** A charge point comes online with this many free connectors. */
    async online(chargePointId: string, connectors: number): Promise<void> {
      await availability.noteConnected(chargePointId);
      for (let connector = 1; connector <= connectors; connector += 1)
        await availability.saveStatus({ ...says('Available'), chargePointId, connector });
    },

    /** The connectors of a charge point that `network` knows. */
    async connectorsOf(chargePointId: string): Promise<number[]> {
      const connectors = await network.listConnectorsOf(STATION.id);
      return connectors.filter((one) => one.chargePointId === chargePointId).map(({ number }) => number);
    },

    async driver(mobile: string, paise: number): Promise<number> {
      const [driver] = await database.insert(drivers).values({ mobile, createdAt: clock.now() }).returning();
      const driverId = driver?.id ?? 0;
      const payment = { provider: 'phonepe', providerPaymentId: `OM${mobile}`, txnId: `T-${mobile}` } as const;
      const topUp = { driverId, ...payment, amountPaise: paise };
      await database.transaction((tx) => creditTopUp(tx, topUp, clock.now()));
      return driverId;
    },

    /** A session of 5 units on the connector of `PLACE`, which was free and now charges. */
    async charging(server: Sessions, driverId: number): Promise<Begun> {
      await told.link(server, 'back');
      await told.reports(server, says('Available'));
      const running = await transactions.begun(server, driverId);
      await told.reports(server, says('Charging'));
      return running;
    },

    ...told,
    ...transactions,
    close,
  };
}

import type { Database } from '#db/database.ts';
import { takePage, type Page } from '#db/pagination.ts';
import type { Availability } from '#modules/availability/index.ts';
import {
  listInvoicesOf,
  findReferenceOfInvoice,
  getSupplierOfDocument,
  type Invoice,
  type Supplier,
} from '#modules/invoices/index.ts';
import type { ConnectorDescription, Network } from '#modules/network/index.ts';
import type { ChargingVehicle, ChargingVehicles } from '../charging-vehicles.ts';
import { connectorOf } from '../session-connector.ts';
import { refuse } from '../sessions.refusals.ts';
import {
  findOfDriver,
  listSessionsById,
  listOpenOfDriver,
  type BoughtSession,
  type Session,
} from '../sessions.store.ts';
import { createChargePointStats } from './charge-point-stats.ts';
import * as store from './history.store.ts';

export { listVehiclesNamed } from './history.store.ts';

export interface SessionHistoryOptions {
  database: Database;
  network: Pick<Network, 'describeConnectors'>;
  availability: Pick<Availability, 'listUptimes'>;
  vehicles: Pick<ChargingVehicles, 'findVehicleOfDriver'>;
}

export type SessionHistory = ReturnType<typeof createSessionHistory>;

/** The read side of sessions, running or ended. Nothing here changes a session. */
export function createSessionHistory({ database, network, availability, vehicles }: SessionHistoryOptions) {
  return {
    findOfDriver: (driverId: number, bookingId: string): Promise<BoughtSession | undefined> =>
      findOfDriver(database, driverId, bookingId),

    /** Running sessions before the first page, then newest first. */
    async listOfDriver(driverId: number, page: Page): Promise<{ rows: BoughtSession[]; next?: string }> {
      // Open sessions are read first: a session that ends between the two queries is in both, and its first version is
      // used.
      const open = page.after ? [] : await listOpenOfDriver(database, driverId);
      const ended = await store.listEndedOfDriver(database, driverId, page);
      const { rows, next } = takePage(ended, page, ({ createdAt: at, bookingId: id }) => ({ at, id }));
      const isOpen = new Set(open.map(({ bookingId }) => bookingId));
      return { rows: [...open, ...rows.filter(({ bookingId }) => !isOpen.has(bookingId))], ...(next && { next }) };
    },

    /** The latest session of a driver's vehicle that delivered energy. */
    findLastOfVehicle: (driverId: number, vehicleId: number): Promise<Session | undefined> =>
      store.findLastOfVehicle(database, driverId, vehicleId),

    /** Power and state of charge during a driver's session, with a limited number of points. Throws charge_unknown. */
    async listCurve(driverId: number, bookingId: string, max: number) {
      const { transactionId } = (await findOfDriver(database, driverId, bookingId)) ?? refuse('charge_unknown');
      return transactionId === null ? [] : store.listCurve(database, transactionId, max);
    },

    describeConnector: (session: Session): Promise<ConnectorDescription> => connectorOf(network, session),

    /** The connectors of these sessions, in the same order. */
    describeConnectors: (sessions: Session[]): Promise<ConnectorDescription[]> => network.describeConnectors(sessions),

    async findVehicleOf(session: BoughtSession): Promise<ChargingVehicle | undefined> {
      return session.vehicleId === null ? undefined : vehicles.findVehicleOfDriver(session.driverId, session.vehicleId);
    },

    /** Station names of sessions, by booking id. */
    async listStationNames(bookingIds: string[]): Promise<Map<string, string>> {
      const sessions = await listSessionsById(database, bookingIds);
      const connectors = await network.describeConnectors(sessions);
      return new Map(sessions.map(({ bookingId }, index) => [bookingId, connectors[index]?.stationName ?? '']));
    },

    /** The drivers among these who have completed a session with energy at a station. */
    listDriversWhoCharged: async (stationId: string, driverIds: number[]): Promise<Set<number>> =>
      new Set(await store.listDriversWhoCharged(database, stationId, driverIds)),

    /** Statistics of charge points from their recent sessions, by id. */
    readStats: createChargePointStats(database, availability),

    /** A session's tax documents, oldest first. */
    listTaxDocuments: (bookingId: string): Promise<Invoice[]> => listInvoicesOf(database, bookingId),
    /** The supplier that issued a document. */
    getSupplierOf: (document: Invoice): Promise<Supplier> => getSupplierOfDocument(database, document),
    findBookingIdOfInvoice: (number: string): Promise<string | undefined> => findReferenceOfInvoice(database, number),
  };
}

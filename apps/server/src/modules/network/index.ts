import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { createChargePointChanges } from './charge-points/charge-point-changes.ts';
import { isStationId } from './network-ids.ts';
import * as lists from './network-lists.store.ts';
import { refuse } from './network.refusals.ts';
import * as store from './network.store.ts';
import { createReportRecorder } from './reports/report-recorder.ts';
import { describeConnector, type ConnectorDescription, type ConnectorPlace } from './stations/connector-description.ts';
import { createStationChanges } from './stations/station-changes.ts';
import * as inUse from './stations/stations-in-use.store.ts';
import type { TariffBand } from './stations/tariff.ts';

export type { BootReport, ConfigurationReport, StatusReport } from './reports/report-recorder.ts';
export type { ConnectorDescription, ConnectorPlace } from './stations/connector-description.ts';
export { findConfiguration, saveConfigurationKeys } from './reports/configuration.store.ts';
export { connectorIcon, connectorTypeName, currentOfType } from './stations/connector-types.ts';
export { importStations, type ImportSummary } from './import/import-stations.ts';
export type { ChargePointWithConnectors, Locality, StationRow } from './network.store.ts';
export type { StoredCredentials } from './charge-points/charge-points.store.ts';
export { SECURITY_PROFILES } from './network.tables.ts';
export type { Admission, OpenHours, SecurityProfile } from './network.tables.ts';
export { changeAdmission, findFirmwareVersion, findSerialNumber } from './charge-points/charge-points.store.ts';
export { changeAverageRatings, findChargePoint, findStation, hasChargePoint } from './network.store.ts';
export { changeSettings, retireChargePoint } from './charge-points/charge-point-changes.ts';
export { listRetiredSince } from './charge-points/charge-point-changes.store.ts';
export { isChargePointId } from './network-ids.ts';
export { isHexKey, secretHashOf } from './credentials/secret-hash.ts';
export { listRegistrations, registerChargePoint } from './charge-points/registration.ts';
export {
  parseArea,
  TEXT_SEPARATOR,
  parseTraits,
  type ConnectorKind,
  type Equipment,
  type ListedStation,
  type StationArea,
  type StationTraits,
} from './stations/stations-in-use.store.ts';
export {
  changeProfile,
  changeSerialNumber,
  isNameOfAnother,
  deletePendingProfile,
  findProfiles,
  listProfilesTaken,
  savePendingProfileConfirmed,
  noteRestartAsked,
  savePendingProfile,
} from './credentials/profiles.store.ts';
export {
  deletePendingSecret,
  saveConfirmedSecret,
  restoreSecret,
  savePendingSecret,
  saveSecret,
} from './credentials/secrets.store.ts';
export { stickersPdf } from './stickers/sticker-pdf.ts';
export { listStickers } from './stickers/stickers.ts';
export { lowestPriceAt, priceAt, variesInTime, type Current, type TariffBand } from './stations/tariff.ts';

export interface NetworkOptions {
  database: Database;
  clock: Clock;
}

/**
 * Receives the network's data for a list, in this order: all stations in use by id, then their equipment and prices.
 */
export interface StationReader {
  station(station: inUse.ListedStation): void;
  /** All kinds of connectors, in the order in which a station's kinds follow. */
  kinds(kinds: readonly inUse.ConnectorKind[]): void;
  /** Called for any station, in use or not. */
  connector(stationId: string, kind: inUse.ConnectorKind): void;
  band(stationId: string, band: TariffBand): void;
}

export type Network = ReturnType<typeof createNetwork>;

/** Stations, charge points, connectors and prices. The module `availability` knows which are connected or free. */
export function createNetwork({ database, clock }: NetworkOptions) {
  async function getStation(stationId: string): Promise<store.StationRow> {
    const row = isStationId(stationId) ? await store.findStation(database, stationId) : undefined;
    return row ?? refuse('station_unknown');
  }

  return {
    ...createReportRecorder(database, clock),
    ...createStationChanges(database, () => clock.now()),
    ...createChargePointChanges(database, () => clock.now()),

    /** Ordered by id. Without `isInUse`, includes stations that are not in use. */
    listStations: (page: lists.IdPage, isInUse: boolean | undefined) =>
      lists.listStationsOfNetwork(database, page, isInUse),

    /** Ordered by id. */
    listChargePoints: (page: lists.IdPage) => lists.listChargePointsOfNetwork(database, page),

    /** In use or not. Throws station_unknown. */
    getStation,

    /** Throws station_unknown. */
    getStationName: async (stationId: string): Promise<string> => (await getStation(stationId)).name,

    /** Those of these stations that exist, in use or not. */
    listStationsById: (stationIds: string[]): Promise<store.StationRow[]> =>
      store.listStationsById(database, stationIds),

    /** A number that changes with stations, charge points and prices, but not with reports of charge points. */
    readRevision: (): Promise<string> => store.readRevision(database),

    /** Reads every station in use, row by row. */
    async readStationsInUse(reader: StationReader): Promise<void> {
      await inUse.eachStationInUse(database, (station) => reader.station(station));
      reader.kinds(await inUse.listConnectorKinds(database));
      await inUse.eachConnector(database, (stationId, kind) => reader.connector(stationId, kind));
      await inUse.eachTariffBand(database, (stationId, band) => reader.band(stationId, band));
    },

    /** True if all these stations exist. */
    hasStations: async (stationIds: string[]): Promise<boolean> =>
      stationIds.every(isStationId) &&
      (await store.listStationsById(database, [...new Set(stationIds)])).length === new Set(stationIds).size,

    /** Charge points with their connectors, ordered by id and number. */
    listChargePointsOf: (stationIds: string[]): Promise<store.ChargePointWithConnectors[]> =>
      store.listChargePointsOfStations(database, stationIds),

    /** Ids of the stations that have one of these charge points. */
    listStationIdsOf: (chargePointIds: string[]): Promise<string[]> => store.listStationIdsOf(database, chargePointIds),

    findChargePoint: (chargePointId: string, tx: Tx = database): Promise<store.ChargePointWithConnectors | undefined> =>
      store.findChargePoint(tx, chargePointId),

    /**
     * The charge point whose id a driver has read from its sticker. Case and special characters are ignored if exactly
     * one charge point matches. Throws charger_not_found.
     */
    async getChargePointByNumber(text: string): Promise<{ id: string; stationId: string }> {
      const exact = await store.findChargePoint(database, text);
      if (exact) return exact.retiredAt ? refuse('charger_not_found') : exact;
      const number = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
      const [chargePoint, other] = number === '' ? [] : await store.listChargePointsByNumber(database, number);
      return chargePoint && !other ? chargePoint : refuse('charger_not_found');
    },

    /** The prices of a station. */
    listTariffBands: async (stationId: string): Promise<TariffBand[]> =>
      (await store.listTariffs(database, [stationId])).get(stationId) ?? [],

    /** All connectors of a station. Throws station_unknown. */
    async listConnectorsOf(
      stationId: string,
    ): Promise<{ chargePointId: string; number: number; connectorId: string }[]> {
      await getStation(stationId);
      const chargePoints = await store.listChargePointsOfStations(database, [stationId]);
      return chargePoints.flatMap(({ id: chargePointId, connectors }) =>
        connectors.map(({ number }) => ({ chargePointId, number, connectorId: connectorId(chargePointId, number) })),
      );
    },

    /** Names and addresses of the places of sessions, in the same order, with two queries. */
    async describeConnectors(places: ConnectorPlace[], tx: Tx = database): Promise<ConnectorDescription[]> {
      const stations = await store.listStationsById(tx, [...new Set(places.map(({ stationId }) => stationId))]);
      const chargePoints = await store.listChargePointsById(tx, [
        ...new Set(places.map(({ chargePointId }) => chargePointId)),
      ]);
      const stationOf = new Map(stations.map((row) => [row.id, row]));
      const chargePointOf = new Map(chargePoints.map((chargePoint) => [chargePoint.id, chargePoint]));
      return places.map((place) =>
        describeConnector(place, stationOf.get(place.stationId), chargePointOf.get(place.chargePointId)),
      );
    },

    /** The localities of the network's own stations, largest first. */
    listLocalities: () => store.listLocalities(database),

    /** Saves the average rating of a station. Undefined: it has no reviews. */
    changeAverageRating: (stationId: string, averageRating: number | undefined): Promise<void> =>
      store.changeAverageRating(database, stationId, averageRating ?? null),
  };
}

/** The id of a connector on the wire. */
export function connectorId(chargePointId: string, number: number): string {
  return `${chargePointId}:${number}`;
}

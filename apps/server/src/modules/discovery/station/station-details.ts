import { withAvailability } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import type { Clock } from '#kernel/clock.ts';
import { availabilityOf, availabilityOnWire, type Availability } from '#modules/availability/index.ts';
import type { ChargePointWithConnectors, Network, StationRow, TariffBand } from '#modules/network/index.ts';

/** A station with its charge points, for its own page. */
export interface StationWithChargePoints {
  row: StationRow;
  station: Station;
  chargePoints: (ChargePointWithConnectors & { isOnline: boolean })[];
  bands: TariffBand[];
  /** The moment for which prices are calculated. */
  at: Date;
}

interface StationDetailsOptions {
  clock: Clock;
  network: Pick<Network, 'getStation' | 'listStationsById' | 'listChargePointsOf' | 'listTariffBands'>;
  availability: Pick<Availability, 'isOnline' | 'applyRunningSessions' | 'applyTaken'>;
  /** Converts a station to its form in lists. */
  listedStation(station: StationRow): Promise<Station>;
}

/** Details of stations that lists do not have: charge points, links and prices. */
export function createStationDetails({ clock, network, availability, listedStation }: StationDetailsOptions) {
  return {
    /** Throws station_unknown. */
    async getStationWithChargePoints(stationId: string): Promise<StationWithChargePoints> {
      const row = await network.getStation(stationId);
      const [station, chargePoints, bands] = await Promise.all([
        listedStation(row),
        network.listChargePointsOf([stationId]).then(availability.applyRunningSessions),
        network.listTariffBands(stationId),
      ]);
      const withLinks = chargePoints.map((chargePoint) => ({
        ...chargePoint,
        isOnline: availability.isOnline(row, chargePoint.id),
      }));
      return {
        row,
        station: withAvailability(station, availabilityOnWire(stationId, availabilityOf(withLinks))),
        chargePoints: withLinks,
        bands,
        at: clock.now(),
      };
    },

    /**
     * The connector types that are free now at each of these stations. Uses three queries for any number of stations.
     */
    async listFreeTypesAt(stationIds: string[]): Promise<Map<string, string[]>> {
      const [stations, chargePoints] = await Promise.all([
        network.listStationsById(stationIds),
        network.listChargePointsOf(stationIds),
      ]);
      const found = await availability.applyTaken(chargePoints);
      const chargePointsOf = Map.groupBy(found, ({ stationId }) => stationId);
      const freeTypes = new Map<string, string[]>();
      for (const station of stations) {
        const withLinks = (chargePointsOf.get(station.id) ?? []).map((chargePoint) => ({
          ...chargePoint,
          isOnline: availability.isOnline(station, chargePoint.id),
        }));
        const types = new Set(availabilityOf(withLinks).freePlugs.map(({ type }) => type));
        if (types.size > 0) freeTypes.set(station.id, [...types]);
      }
      return freeTypes;
    },
  };
}

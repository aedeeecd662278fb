import { api } from '@bijli/contract/api';
import { rupees } from '@bijli/contract/money';
import type { StationFilterField } from '@bijli/contract/station-filter';
import { withAvailability } from '@bijli/contract/station-plugs';
import { sendReady } from '#http/calls/ready-body.ts';
import type { Http } from '#http/calls/serve.ts';
import {
  availabilityOf,
  availabilityOnWire,
  withReservations,
  type SeenReservations,
} from '#modules/availability/index.ts';
import { connectorId } from '#modules/network/index.ts';
import { ownVehicleOnWire, type DriverVehicle } from '#modules/vehicles/index.ts';
import type { Discovery, StationQueryFilter } from './index.ts';
import type { MatchingPlace } from './search/places.ts';
import { parseFilter, valuesOf } from './station-query.ts';
import { chargePointOnWire, stationDetailsOnWire, type ChargePointStats } from './station-wire.ts';

/** What a station's page shows from other modules. */
export interface DiscoveryPorts {
  /** The free balance of a driver in paise, tax included. */
  balance(driverId: number): Promise<{ freePaise: number }>;
  vehicles(driverId: number): Promise<DriverVehicle[]>;
  /** Connectors of these charge points where the driver's car is still plugged in after its session. */
  stillPlugged(driverId: number, chargePointIds: string[]): Promise<{ chargePointId: string; connector: number }[]>;
  /** The reservations at these charge points, as the driver sees them, by charge point. */
  reservationsSeenBy(driverId: number, chargePointIds: string[]): Promise<ReadonlyMap<string, SeenReservations>>;
  /** The recent stats of these charge points, by id. */
  stats(chargePointIds: string[], now: Date): Promise<Map<string, ChargePointStats>>;
  /** When the session on a connector is expected to end. Undefined without a session, or if it cannot be estimated. */
  findExpectedEnd(chargePointId: string, connector: number): Date | undefined;
}

export function discoveryRoutes({ serve }: Http, discovery: Discovery, ports: DiscoveryPorts): void {
  /** The filter of a request. The driver's vehicles are loaded only if it uses them. */
  async function filterOf(
    driverId: number,
    query: Partial<Record<StationFilterField | 'car_types', string | undefined>>,
    wantsVehicles = query.vehicle !== undefined,
  ): Promise<StationQueryFilter> {
    const own = wantsVehicles ? await ports.vehicles(driverId) : [];
    return {
      choices: parseFilter(query),
      vehicles: own.map(({ id, name, connectorTypes }) => ({ id: String(id), name, connectorTypes })),
      carTypes: valuesOf(query.car_types),
    };
  }

  serve(api.chargingStation, async ({ query, driverId, request, reply }) => {
    const body = await discovery.listStations(query.window, query.zoom, await filterOf(driverId, query));
    // An answer that is filtered by vehicles shows which ones the driver has, so it is not cached.
    const cacheControl = query.vehicle === undefined ? 'private, no-cache' : 'no-store';
    return sendReady(request, reply, body, { cacheControl });
  });

  serve(api.getCharger, async ({ query, driverId, messages }) => {
    const { row, station, chargePoints, bands, at } = await discovery.getStationWithChargePoints(query.property_id);
    const ids = chargePoints.map(({ id }) => id);
    const idsWith = (word: string) =>
      chargePoints.filter(({ connectors }) => connectors.some(({ status }) => status === word)).map(({ id }) => id);
    const [bookmark, vehicles, balance, plugged, reserved, stats] = await Promise.all([
      discovery.isBookmarked(driverId, station.id),
      ports.vehicles(driverId),
      ports.balance(driverId),
      ports.stillPlugged(driverId, idsWith('Finishing')),
      ports.reservationsSeenBy(driverId, ids),
      ports.stats(ids, at),
    ]);
    const ownPlugs = new Set(plugged.map((place) => connectorId(place.chargePointId, place.connector)));
    const seen = chargePoints.map((chargePoint) => {
      const reservations = reserved.get(chargePoint.id);
      return reservations ? { ...chargePoint, connectors: withReservations(chargePoint, reservations) } : chargePoint;
    });
    return {
      // As this driver sees it, like the charge points below.
      property: withAvailability(station, availabilityOnWire(station.id, availabilityOf(seen))),
      station: stationDetailsOnWire(row, chargePoints, at, messages),
      chargers: seen.map((chargePoint) =>
        chargePointOnWire(chargePoint, bands, {
          now: at,
          messages,
          ownPlugs,
          stats: stats.get(chargePoint.id) ?? {},
          expectedEnd: (connector) => ports.findExpectedEnd(chargePoint.id, connector),
        }),
      ),
      bookmark,
      vehicles: vehicles.map(ownVehicleOnWire),
      wallet: { balance: rupees(balance.freePaise) },
    };
  });

  serve(api.searchStation, async ({ query, driverId }) => {
    const { search, near } = query;
    const { stations, total, places, isFuzzyMatch } = await discovery.searchStations(
      search,
      await filterOf(driverId, query),
      near,
    );
    return {
      properties: stations,
      total,
      places: places.map(placeOnWire),
      guessed: isFuzzyMatch && stations.length + places.length > 0,
    };
  });

  serve(api.stationFilters, async ({ query, driverId }) =>
    discovery.listFilterOptions(query.search ?? '', await filterOf(driverId, query, true)),
  );

  serve(api.stationOfCharger, async ({ query }) => {
    const { id, stationId } = await discovery.getChargePointByNumber(query.charger);
    return { property_id: stationId, charger_id: id };
  });

  serve(api.saveBookmark, async ({ body, driverId, messages }) => {
    await discovery.changeBookmark(driverId, body.property_id, body.status);
    return { message: body.status ? messages.done.bookmarkSaved() : messages.done.bookmarkRemoved() };
  });

  serve(api.savedBookmarks, async ({ driverId }) => ({ properties: await discovery.listBookmarks(driverId) }));

  serve(api.localities, async () => ({
    localities: (await discovery.listLocalities()).map(({ name, latitude, longitude }): [string, number, number] => [
      name,
      round(latitude),
      round(longitude),
    ]),
  }));
}

function placeOnWire({ name, state, city, stations, latitude, longitude }: MatchingPlace) {
  return {
    name,
    state,
    ...(city !== undefined && { city, stations }),
    latitude: round(latitude),
    longitude: round(longitude),
  };
}

/** Five decimals are about a metre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

import { rupees } from '@bijli/contract/money';
import type { Charger, Station, StationFacts } from '@bijli/contract/stations';
import type { Messages } from '#kernel/messages/en.ts';
import { availabilityOnWire, connectorStatus, type Availability } from '#modules/availability/index.ts';
import {
  connectorIcon,
  connectorId,
  priceAt,
  type ChargePointWithConnectors,
  type Current,
  type Equipment,
  type ListedStation,
  type StationRow,
  type TariffBand,
} from '#modules/network/index.ts';
import { hoursInWords } from './hours-in-words.ts';
import { isOpenAt } from './opening-hours.ts';

/** From the network's own terms to the names that the contract fixes. */

/** A station in a list. */
export function stationOnWire(
  station: ListedStation,
  equipment: Equipment | undefined,
  availability: Availability,
  lowestPricePaise: number | undefined,
): Station {
  return {
    id: station.id,
    property_name: station.name,
    address: station.address,
    latitude: station.latitude,
    longitude: station.longitude,
    visibility: station.access,
    ...(station.rating === null ? {} : { rate: station.rating }),
    ...(lowestPricePaise === undefined ? {} : { price_from: rupees(lowestPricePaise) }),
    ...availabilityOnWire(station.id, availability),
    connectors_total: equipment?.connectors ?? 0,
    connector_types: equipment?.types ?? [],
    ...(equipment?.maxW ? { power_max: equipment.maxW / 1000 } : {}),
    ...(station.network ? { network: station.network } : {}),
    city: station.city,
    state: station.state,
    ...(station.demo ? { demo: true } : {}),
  };
}

/** What its own page tells of a station besides. */
export function stationFactsOnWire(
  station: StationRow,
  chargePoints: readonly Pick<ChargePointWithConnectors, 'seenAt'>[],
  now: Date,
  messages: Messages,
): StationFacts {
  const { openHours, amenities, amenitiesInferred: likely, network } = station;
  const seenMs = chargePoints.map(({ seenAt }) => seenAt?.getTime() ?? 0);
  const lastMs = Math.max(0, ...seenMs);
  return {
    amenities: amenities.map((name) => ({ name, likely })),
    ...(openHours && { opening_hours: hoursInWords(openHours, messages), open_now: isOpenAt(openHours, now) }),
    ...(network && { network }),
    ...(lastMs > 0 && { last_seen: new Date(lastMs).toISOString() }),
  };
}

/**
 * A charge point on its station's page, priced for this moment. `ownPlugs`: connectors on which the driver's own car still hangs;
 * they are told as `preparing`, so that every client lets that driver charge there again.
 */
export function chargerOnWire(
  chargePoint: ChargePointWithConnectors & { online: boolean },
  bands: readonly TariffBand[],
  { now, messages, ownPlugs }: { now: Date; messages: Messages; ownPlugs: ReadonlySet<string> },
): Charger {
  const price = priceAt(bands, chargePoint.current as Current, now);
  return {
    charger_id: chargePoint.id,
    charger_name: chargePoint.name,
    charger_status: chargePoint.online ? 'online' : 'offline',
    price_per_unit: rupees(price ?? 0),
    price_known: price !== undefined,
    capacity: chargePoint.capacityW / 1000,
    power_output: Math.max(0, ...chargePoint.connectors.map(({ maxW }) => maxW)) / 1000,
    current: chargePoint.current,
    ...(chargePoint.seenAt ? { last_seen: chargePoint.seenAt.toISOString() } : {}),
    connectors: chargePoint.connectors.map((connector) => {
      const status = connectorStatus(chargePoint, connector.status);
      const isOwn = status === 'finishing' && ownPlugs.has(connectorId(chargePoint.id, connector.number));
      const ownPrice = priceAt(bands, connector.current as Current, now);
      return {
        id: connectorId(chargePoint.id, connector.number),
        connector_id: connectorId(chargePoint.id, connector.number),
        name: messages.connector(connector.number),
        type: connector.type,
        icon: connectorIcon(connector.type),
        status: isOwn ? 'preparing' : status,
        oem_connector_number: connector.number,
        ...(connector.maxW ? { power: connector.maxW / 1000 } : {}),
        ...(ownPrice !== undefined && ownPrice !== price ? { price_per_unit: rupees(ownPrice) } : {}),
      };
    }),
  };
}

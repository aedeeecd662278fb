import type { Charger } from '@bijli/contract/chargers';
import { rupees } from '@bijli/contract/money';
import { withAvailability } from '@bijli/contract/station-plugs';
import type { Station, StationDetails } from '@bijli/contract/stations';
import type { Messages } from '#kernel/messages/en.ts';
import { availabilityOnWire, connectorStatus, NOTHING_ONLINE } from '#modules/availability/index.ts';
import {
  connectorIcon,
  connectorId,
  lowestPriceAt,
  priceAt,
  type ChargePointWithConnectors,
  type Current,
  type Equipment,
  type OpenHours,
  type StationRow,
  type TariffBand,
} from '#modules/network/index.ts';
import { formatHours } from './station/format-hours.ts';
import { isOpenAt, nextOpening } from './station/opening-hours.ts';

/** From the network's own terms to the names that the contract fixes. */

/** Statistics of a charge point's recent sessions. Those with too little data are missing. */
export interface ChargePointStats {
  /** Median power of the best ten minutes of its sessions, in W. */
  typicalW?: number;
  /** When it last delivered energy. */
  lastChargeAt?: Date;
  /** Percentage of attempted starts whose charge began and was not cut short. */
  reliablePercent?: number;
  /** Percentage of time that its connectors were usable. */
  uptimePercent?: number;
  /** Percentage of attempted starts whose charge began. */
  startPercent?: number;
  /** Percentage of charges that began and were not cut short. */
  keptPercent?: number;
  /** Percentage of drivers who are served: uptime, start and charge together. */
  worksPercent?: number;
  /** Typical duration of a session. */
  typicalMs?: number;
}

/** The properties that many stations share, as JSON. */
export function traitsOnWire({ access, network, isDemo }: Pick<StationRow, 'access' | 'network' | 'isDemo'>) {
  return { visibility: access, ...(network ? { network } : {}), ...(isDemo ? { demo: true } : {}) };
}

export function equipmentOnWire(equipment: Equipment | undefined) {
  return {
    connectors_total: equipment?.connectors ?? 0,
    connector_types: equipment?.types ?? [],
    ...(equipment?.maxRatedW ? { power_max: equipment.maxRatedW / 1000 } : {}),
  };
}

/** A station that is not in use, as JSON. It offers nothing. */
export function outOfUseOnWire(station: StationRow, now: Date): Station {
  const lasting = {
    id: station.id,
    property_name: station.name,
    address: station.address,
    latitude: station.latitude,
    longitude: station.longitude,
    ...traitsOnWire(station),
    ...(station.averageRating === null ? {} : { rate: station.averageRating }),
    ...hourlyOnWire({ openHours: station.openHours, equipment: undefined, bands: [] }, now),
    ...equipmentOnWire(undefined),
    city: station.city,
    state: station.state,
  };
  return withAvailability(lasting, availabilityOnWire(station.id, NOTHING_ONLINE));
}

/** A station's offer at this hour, as JSON, with no plug free. */
export function hourlyOnWire(
  {
    openHours,
    equipment,
    bands,
  }: { openHours: OpenHours | null; equipment: Equipment | undefined; bands: readonly TariffBand[] },
  now: Date,
): Pick<Station, 'price_from' | 'plugs' | 'open_now'> {
  const lowest = lowestPriceAt(bands, equipment?.currents ?? [], now);
  return {
    ...(lowest === undefined ? {} : { price_from: rupees(lowest) }),
    ...(equipment && { plugs: equipment.plugs.map((plug) => plugOnWire(plug, priceAt(bands, plug.current, now))) }),
    ...(openHours && { open_now: isOpenAt(openHours, now) }),
  };
}

function plugOnWire({ type, ratedW, total }: Equipment['plugs'][number], pricePaise: number | undefined) {
  return {
    type,
    ...(ratedW ? { power: ratedW / 1000 } : {}),
    ...(pricePaise === undefined ? {} : { price: rupees(pricePaise) }),
    total,
    free: 0,
  };
}

/** Further fields for a station's own page. */
export function stationDetailsOnWire(
  station: StationRow,
  chargePoints: readonly Pick<ChargePointWithConnectors, 'heardAt'>[],
  now: Date,
  messages: Messages,
): StationDetails {
  const { openHours, amenities, hasInferredAmenities: likely, network, phone } = station;
  const heardAtMs = chargePoints.map(({ heardAt }) => heardAt?.getTime() ?? 0);
  const lastHeardAtMs = Math.max(0, ...heardAtMs);
  const isOpen = openHours !== null && isOpenAt(openHours, now);
  const opensAt = isOpen ? undefined : nextOpening(openHours, now);
  return {
    amenities: amenities.map((name) => ({ name, likely })),
    ...(openHours && { opening_hours: formatHours(openHours, messages), open_now: isOpen }),
    ...(opensAt && { opens_at: opensAt.toISOString() }),
    ...(network && { network }),
    ...(phone && { phone }),
    ...(lastHeardAtMs > 0 && { last_seen: new Date(lastHeardAtMs).toISOString() }),
  };
}

export interface ChargePointContext {
  now: Date;
  messages: Messages;
  /**
   * Connectors where the driver's car is still plugged in. They are sent as `preparing`, so that every client lets the
   * driver charge there again.
   */
  ownPlugs: ReadonlySet<string>;
  stats: ChargePointStats;
  /** When the session on a connector is expected to end. */
  expectedEnd(connector: number): Date | undefined;
}

/** A charge point for its station's page, with the price of this moment. */
export function chargePointOnWire(
  chargePoint: ChargePointWithConnectors & { isOnline: boolean },
  bands: readonly TariffBand[],
  context: ChargePointContext,
): Charger {
  const { now, messages, ownPlugs, stats } = context;
  const price = priceAt(bands, chargePoint.current as Current, now);
  return {
    charger_id: chargePoint.id,
    charger_name: chargePoint.name,
    charger_status: chargePoint.isOnline ? 'online' : 'offline',
    price_per_unit: rupees(price ?? 0),
    price_known: price !== undefined,
    capacity: chargePoint.ratedW / 1000,
    power_output: Math.max(0, ...chargePoint.connectors.map(({ ratedW }) => ratedW)) / 1000,
    current: chargePoint.current,
    ...(chargePoint.heardAt ? { last_seen: chargePoint.heardAt.toISOString() } : {}),
    ...statsOnWire(stats),
    connectors: chargePoint.connectors.map((connector) => {
      const id = connectorId(chargePoint.id, connector.number);
      const status = connectorStatus(chargePoint, connector);
      const isOwn = status === 'finishing' && ownPlugs.has(id);
      const ownPrice = priceAt(bands, connector.current as Current, now);
      const freeAt = status === 'charging' ? freeAtOf(connector, context) : undefined;
      return {
        id,
        connector_id: id,
        name: messages.connector(connector.number),
        type: connector.type,
        icon: connectorIcon(connector.type),
        status: isOwn ? 'preparing' : status,
        oem_connector_number: connector.number,
        ...(connector.ratedW ? { power: connector.ratedW / 1000 } : {}),
        ...(ownPrice !== undefined && ownPrice !== price ? { price_per_unit: rupees(ownPrice) } : {}),
        ...(freeAt ? { free_at: freeAt.toISOString() } : {}),
      };
    }),
  };
}

function statsOnWire({ typicalW, lastChargeAt, reliablePercent, ...shares }: ChargePointStats) {
  const { uptimePercent, startPercent, keptPercent, worksPercent } = shares;
  return {
    ...(typicalW === undefined ? {} : { usual_power: Math.round(typicalW / 100) / 10 }),
    ...(lastChargeAt ? { last_charge: lastChargeAt.toISOString() } : {}),
    ...(reliablePercent === undefined ? {} : { reliable_percent: reliablePercent }),
    ...(uptimePercent === undefined ? {} : { uptime_percent: uptimePercent }),
    ...(startPercent === undefined ? {} : { start_percent: startPercent }),
    ...(keptPercent === undefined ? {} : { kept_percent: keptPercent }),
    ...(worksPercent === undefined ? {} : { works_percent: worksPercent }),
  };
}

/** From the bought energy, else from the typical duration. Undefined once that time is over. */
function freeAtOf(
  { number, statusAt }: ChargePointWithConnectors['connectors'][number],
  { now, stats: { typicalMs }, expectedEnd }: ChargePointContext,
): Date | undefined {
  const usual = statusAt && typicalMs !== undefined ? new Date(statusAt.getTime() + typicalMs) : undefined;
  const freeAt = expectedEnd(number) ?? usual;
  return freeAt && freeAt > now ? freeAt : undefined;
}

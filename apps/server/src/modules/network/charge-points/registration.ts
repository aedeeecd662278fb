import type { Database, Tx } from '#db/database.ts';
import { findSupplierIn } from '#modules/invoices/index.ts';
import { secretHashOf } from '../credentials/secret-hash.ts';
import { isChargePointId, isStationId } from '../network-ids.ts';
import { refuse } from '../network.refusals.ts';
import { findChargePoint, findStation, incrementRevision } from '../network.store.ts';
import { connectorTypeName, currentOfType } from '../stations/connector-types.ts';
import type { Current } from '../stations/tariff.ts';
import * as store from './registration.store.ts';

export { listRegistrations } from './registration.store.ts';

export interface Registration {
  stationId: string;
  chargePointId: string;
  name: string;
  /** In the order of their OCPP numbers, from 1. */
  connectors: { type: string; ratedW: number }[];
  /**
   * In paise for each kWh, before GST. Becomes the station's price for the charge point's current. Missing: the price
   * stays.
   */
  pricePaisePerKwh?: number | undefined;
  /** The charge point's password. Only its hash is stored. */
  secret: string;
}

/**
 * Registers a charge point, so that it may connect and sell energy. A charge point that is known from an import gets
 * these facts. A retired one is listed again. Throws charger_id_invalid, connectors_missing, station_not_there,
 * charger_elsewhere, charger_registered, supplier_missing. `record` writes the audit entry in the transaction.
 */
export async function registerChargePoint(
  database: Database,
  now: Date,
  registration: Registration,
  record?: (tx: Tx) => Promise<void>,
): Promise<{ current: Current }> {
  const { stationId, chargePointId, name, pricePaisePerKwh } = registration;
  if (!isChargePointId(chargePointId)) return refuse('charger_id_invalid', { id: chargePointId.slice(0, 100) });
  const connectors = registration.connectors.map(({ type, ratedW }, index) => ({
    chargePointId,
    number: index + 1,
    type: connectorTypeName(type),
    current: currentOfType(type) ?? 'DC',
    ratedW,
  }));
  if (connectors.length === 0) return refuse('connectors_missing');
  const current = connectors.some((connector) => connector.current === 'DC') ? 'DC' : 'AC';
  await database.transaction(async (tx) => {
    const station = isStationId(stationId) ? await findStation(tx, stationId) : undefined;
    if (!station) return refuse('station_not_there', { id: stationId });
    const before = await findChargePoint(tx, chargePointId);
    if (before && before.stationId !== stationId && !before.retiredAt)
      return refuse('charger_elsewhere', { id: chargePointId, stationId: before.stationId });
    if (before?.passwordHash) return refuse('charger_registered', { id: chargePointId });
    if (!(await findSupplierIn(tx, station.state)))
      return refuse('supplier_missing', { stationId, state: station.state });
    const ratedW = Math.max(...connectors.map((connector) => connector.ratedW));
    await store.saveChargePoint(
      tx,
      {
        id: chargePointId,
        stationId,
        name,
        current,
        ratedW,
        passwordHash: secretHashOf(registration.secret),
        retiredAt: null,
      },
      connectors,
    );
    if (pricePaisePerKwh !== undefined)
      await store.savePrice(tx, { stationId, current, pricePaisePerKwh, validFrom: now });
    await record?.(tx);
  });
  await incrementRevision(database);
  return { current };
}

import type { Database } from '#db/database.ts';
import { hashOf } from '#kernel/ids.ts';
import { supplierIn } from '#modules/invoices/index.ts';
import { connectorTypeName, currentOfType } from './connector-types.ts';
import { isChargePointId, isStationId } from './network-ids.ts';
import { findChargePoint, findStation, raiseRevision } from './network.store.ts';
import * as store from './register.store.ts';
import type { Current } from './tariff.ts';

export { listRegister } from './register.store.ts';

export interface Registration {
  stationId: string;
  chargePointId: string;
  name: string;
  /** In the order of their OCPP numbers, from 1. */
  connectors: { type: string; ratedW: number }[];
  /** Before GST; becomes the station's price for the charge point's current. Left out, the price stays. */
  pricePaisePerKwh?: number | undefined;
  /** What the charge point proves itself with; stored as a hash only. */
  secret: string;
}

/**
 * Makes a charge point one of ours, so that it may dial in and sell. A charge point known from an import takes its new facts.
 * Throws an Error with a sentence for the operator: unknown station, one in a State without a supplier, a charge point id that is taken, nothing to connect.
 */
export async function registerChargePoint(
  database: Database,
  now: Date,
  registration: Registration,
): Promise<{ current: Current }> {
  const { stationId, chargePointId, name, pricePaisePerKwh } = registration;
  if (!isChargePointId(chargePointId)) {
    throw new Error(
      `"${chargePointId}" is no charge box identity: 1 to 48 letters, digits, ".", ":", "*", "_" or "-".`,
    );
  }
  const connectors = registration.connectors.map(({ type, ratedW }, index) => ({
    chargePointId,
    number: index + 1,
    type: connectorTypeName(type),
    current: currentOfType(type) ?? 'DC',
    ratedW,
  }));
  if (connectors.length === 0) throw new Error('A charger needs at least one connector.');
  const current = connectors.some((connector) => connector.current === 'DC') ? 'DC' : 'AC';
  await database.transaction(async (tx) => {
    const station = isStationId(stationId) ? await findStation(tx, stationId) : undefined;
    if (!station) throw new Error(`There is no station "${stationId}".`);
    const before = await findChargePoint(tx, chargePointId);
    if (before && before.stationId !== stationId)
      throw new Error(`Charger ${chargePointId} stands at ${before.stationId}.`);
    if (before?.passwordHash) throw new Error(`Charger ${chargePointId} is registered already.`);
    if (!(await supplierIn(tx, station.state))) {
      throw new Error(
        `Nothing can be sold at ${stationId}: no supplier is registered in ${station.state}. Add one first: suppliers add --state "${station.state}" …`,
      );
    }
    const ratedW = Math.max(...connectors.map((connector) => connector.ratedW));
    await store.saveChargePoint(
      tx,
      { id: chargePointId, stationId, name, current, ratedW, passwordHash: hashOf(registration.secret) },
      connectors,
    );
    if (pricePaisePerKwh !== undefined)
      await store.savePrice(tx, { stationId, current, pricePaisePerKwh, validFrom: now });
  });
  await raiseRevision(database);
  return { current };
}

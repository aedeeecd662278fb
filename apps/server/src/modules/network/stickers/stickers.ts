import { stickerPath } from '@bijli/contract/sticker';
import type { Database } from '#db/database.ts';
import { listRegistrations } from '../charge-points/registration.ts';
import * as store from '../network.store.ts';

/** The contents of one connector's sticker. */
export interface ConnectorSticker {
  chargePointId: string;
  /** The name that drivers see. */
  name: string;
  stationName: string;
  connector: number;
  /** The URL in its QR code. */
  address: string;
  /** True if the station is fictional. */
  isDemo: boolean;
}

/** Selects charge points: these, those of one station, or all registered ones. */
export interface StickersOf {
  chargePointIds?: string[];
  stationId?: string | undefined;
}

/**
 * Lists a sticker for each connector of registered charge points, ordered by station, charge point and number. Throws
 * an Error with a sentence for the operator if a charge point is unknown or not registered, or if there is nothing to
 * print.
 */
export async function listStickers(
  database: Database,
  { chargePointIds, stationId }: StickersOf,
  publicUrl: string,
): Promise<ConnectorSticker[]> {
  const listed = await listRegistrations(database, stationId);
  const toPrint = chargePointIds
    ? chargePointIds.map((id) => listed.find((one) => one.id === id) ?? refuse(`There is no charger ${id}.`))
    : listed.filter(({ hasSecret }) => hasSecret);
  const foreign = toPrint.find(({ hasSecret }) => !hasSecret);
  if (foreign) refuse(`Charger ${foreign.id} is not registered: nobody could charge there.`);
  const chargePoints = await store.listChargePointsById(
    database,
    toPrint.map(({ id }) => id),
  );
  const stations = await store.listStationsById(database, [...new Set(toPrint.map((one) => one.stationId))]);
  const stationOf = new Map(stations.map((station) => [station.id, station]));
  const chargePointOf = new Map(chargePoints.map((chargePoint) => [chargePoint.id, chargePoint]));
  const stickers = toPrint.flatMap(({ id }) => {
    const { name, connectors = [], stationId: at = '' } = chargePointOf.get(id) ?? {};
    const { name: stationName = '', isDemo = false } = stationOf.get(at) ?? {};
    return connectors.map(({ number }) => ({
      chargePointId: id,
      name: name ?? id,
      stationName,
      connector: number,
      address: `${publicUrl}${stickerPath({ charger: id, connector: number })}`,
      isDemo,
    }));
  });
  return stickers.length > 0 ? stickers : refuse('No registered charger was found: there is nothing to print.');
}

function refuse(sentence: string): never {
  throw new Error(sentence);
}

import type { Database, Tx } from '#db/database.ts';
import type { Recorder } from '#http/calls/operator.ts';
import { savePrice } from '../charge-points/registration.store.ts';
import { isStationId } from '../network-ids.ts';
import { refuse } from '../network.refusals.ts';
import { changeStation, listTariffs, lockStation, incrementRevision, type StationRow } from '../network.store.ts';
import { priceAt, type Current } from './tariff.ts';

/** The changes that staff make to stations. Each throws station_unknown. */
export function createStationChanges(database: Database, now: () => Date) {
  /** Changes a station under its lock, and tells every server that its list is outdated. */
  async function changeLocked(stationId: string, task: (tx: Tx, station: StationRow) => Promise<void>): Promise<void> {
    await database.transaction(async (tx) => {
      const station = isStationId(stationId) ? await lockStation(tx, stationId) : undefined;
      await task(tx, station ?? refuse('station_unknown'));
    });
    await incrementRevision(database);
  }

  return {
    changeStationInUse: (stationId: string, isInUse: boolean, { record }: Recorder): Promise<void> =>
      changeLocked(stationId, async (tx, station) => {
        await changeStation(tx, stationId, { isInUse });
        await record(tx, { before: { is_in_use: station.isInUse }, after: { is_in_use: isInUse } });
      }),

    /** Sets one plain price from now on, in paise for each kWh before GST. */
    changeStationPrice: (
      stationId: string,
      { current, pricePaisePerKwh }: { current: Current; pricePaisePerKwh: number },
      { record }: Recorder,
    ): Promise<void> =>
      changeLocked(stationId, async (tx) => {
        const validFrom = now();
        const bands = (await listTariffs(tx, [stationId])).get(stationId) ?? [];
        const before = priceAt(bands, current, validFrom) ?? null;
        await savePrice(tx, { stationId, current, pricePaisePerKwh, validFrom });
        await record(tx, {
          before: { current, paise_per_kwh: before },
          after: { current, paise_per_kwh: pricePaisePerKwh },
        });
      }),
  };
}

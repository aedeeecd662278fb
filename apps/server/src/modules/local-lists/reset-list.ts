import type { Database } from '#db/database.ts';
import type { Recorder } from '#http/calls/operator.ts';
import { refuseMissingChargePoint } from '#modules/network/network.refusals.ts';
import { refuse } from './local-lists.refusals.ts';
import * as store from './local-lists.store.ts';

/**
 * Discards what is known of a charge point's list, so that the whole list is sent. Throws charger_not_there,
 * local_list_off.
 */
export async function resetList(database: Database, chargePointId: string, { record }: Recorder): Promise<void> {
  await database.transaction(async (tx) => {
    const keeps = await store.findKeepsList(tx, chargePointId);
    if (keeps === undefined) return refuseMissingChargePoint(chargePointId);
    if (!keeps) return refuse('local_list_off');
    await store.findOrInsertList(tx, chargePointId);
    // A list that is being sent arrives before the whole list, so it does not count.
    const unknown = { version: 0, held: {}, commandId: null, pending: null, failures: 0, retryAt: null };
    await store.changeList(tx, chargePointId, unknown);
    await record(tx);
  });
}

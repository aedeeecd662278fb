import type { Tx } from '#db/database.ts';
import { changeConfiguration, deletePendingSecret, savePendingAsSecret } from '#modules/network/index.ts';
import type { Effect } from './charge-point-calls.ts';
import { deleteHoldings, listHoldings, saveHolding } from './commands.store.ts';

/** Keeps what follows from an answer of a charge point, whoever asked. */
export async function keepEffects(tx: Tx, chargePointId: string, effects: Effect[], now: Date): Promise<void> {
  for (const effect of effects) {
    if (effect.kind === 'configuration') await changeConfiguration(tx, chargePointId, effect.keys, now);
    else if (effect.kind === 'secret')
      await (effect.isTaken ? savePendingAsSecret(tx, chargePointId) : deletePendingSecret(tx, chargePointId));
    else if (effect.kind === 'hold') {
      const { what, key, value } = effect;
      await saveHolding(tx, { chargePointId, what, key, value, toldAt: now });
    } else {
      const { what, isMeant } = effect;
      const held = await listHoldings(tx, chargePointId, what);
      const keys = held.filter(({ key, value }) => isMeant(key, value)).map(({ key }) => key);
      await deleteHoldings(tx, chargePointId, what, keys);
    }
  }
}

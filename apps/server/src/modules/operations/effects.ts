import type { Tx } from '#db/database.ts';
import {
  deletePendingProfile,
  deletePendingSecret,
  saveConfirmedSecret,
  savePendingProfileConfirmed,
  saveConfigurationKeys,
} from '#modules/network/index.ts';
import type { Effect } from './charge-point-calls.ts';
import { deleteHoldings, listHoldings, saveHolding, type Command } from './commands.store.ts';

/** Stores the effects of a charge point's answer. */
export async function recordEffects(
  tx: Tx,
  { chargePointId, secretHash }: Pick<Command, 'chargePointId' | 'secretHash'>,
  effects: Effect[],
  now: Date,
): Promise<void> {
  for (const effect of effects) {
    if (effect.kind === 'configuration') await saveConfigurationKeys(tx, chargePointId, effect.keys, now);
    else if (effect.kind === 'profile') {
      const { profile, isTaken } = effect;
      await (isTaken
        ? savePendingProfileConfirmed(tx, chargePointId, profile, now)
        : deletePendingProfile(tx, chargePointId, profile));
    } else if (effect.kind === 'secret') {
      if (secretHash === null) continue;
      await (effect.isTaken ? saveConfirmedSecret : deletePendingSecret)(tx, chargePointId, secretHash);
    } else if (effect.kind === 'holding') {
      const { heldKind, key, value } = effect;
      await saveHolding(tx, { chargePointId, heldKind, key, value, toldAt: now });
    } else {
      const { heldKind, left } = effect;
      for (const { key, value } of await listHoldings(tx, chargePointId, heldKind)) {
        const rest = left(key, value);
        if (rest === undefined) await deleteHoldings(tx, chargePointId, heldKind, [key]);
        else if (rest !== value) await saveHolding(tx, { chargePointId, heldKind, key, value: rest, toldAt: now });
      }
    }
  }
}

import type { Tx } from '#db/database.ts';
import {
  deletePendingProfile,
  deletePendingSecret,
  saveConfirmedSecret,
  savePendingProfileConfirmed,
  saveConfigurationKeys,
} from '#modules/network/index.ts';
import type { Effect } from '../charge-point-calls.ts';
import { deleteAppliedStates, listAppliedStates, saveAppliedState, type Command } from './commands.store.ts';

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
    } else if (effect.kind === 'applied_state') {
      const { stateKind, key, value } = effect;
      await saveAppliedState(tx, { chargePointId, stateKind, key, value, appliedAt: now });
    } else {
      const { stateKind, left } = effect;
      for (const { key, value } of await listAppliedStates(tx, chargePointId, stateKind)) {
        const rest = left(key, value);
        if (rest === undefined) await deleteAppliedStates(tx, chargePointId, stateKind, [key]);
        else if (rest !== value)
          await saveAppliedState(tx, { chargePointId, stateKind, key, value: rest, appliedAt: now });
      }
    }
  }
}

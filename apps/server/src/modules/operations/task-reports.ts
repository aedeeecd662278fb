import type { Tx } from '#db/database.ts';
import type { TaskReport } from './charge-point-calls.ts';
import * as store from './commands.store.ts';

/** Keeps how a charge point gets on with what it was asked; with nothing that is open it changes nothing. */
export async function keepTaskReport(
  tx: Tx,
  { chargePointId, task, requestId, action, payload, firmware, end }: TaskReport,
  now: Date,
): Promise<void> {
  const updated = firmware === undefined ? [] : await store.endUpdates(tx, { chargePointId, firmware, now });
  for (const commandId of updated) await store.insertFollowUp(tx, { commandId, at: now, action, payload });
  const command = await store.lockTask(tx, chargePointId, { task, requestId, now });
  if (!command) return;
  await store.insertFollowUp(tx, { commandId: command.id, at: now, action, payload });
  if (!end) return;
  const { isGood, word } = end;
  // It says what became of it also where the answer comes later or never. Before the answer a boot may be of before it was asked.
  const from = task === 'boot' ? (['following', 'timed_out'] as const) : (['sent', 'following', 'timed_out'] as const);
  await store.changeCommand(tx, command.id, from, {
    state: isGood ? 'done' : 'failed',
    problem: isGood ? null : word,
    endedAt: now,
  });
}

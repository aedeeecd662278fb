import type { Tx } from '#db/database.ts';
import type { TaskReport } from '../operation-reports.ts';
import * as store from './commands.store.ts';

/** Stores a progress report of a charge point. It changes nothing if no command is open for it. */
export async function recordTaskReport(
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
  // A report can end a command whose answer comes later or never. A boot before the answer may have happened before the
  // command.
  const from = task === 'boot' ? (['following', 'timed_out'] as const) : (['sent', 'following', 'timed_out'] as const);
  await store.changeCommand(tx, command.id, from, {
    state: isGood ? 'done' : 'failed',
    problem: isGood ? null : word,
    endedAt: now,
  });
}

import { and, desc, eq, exists, gt, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargePointCommands, commandFollowUps } from '../operations.tables.ts';
import type { Command } from './commands.store.ts';

/** The fields that show whether a command has changed. */
export type CommandMark = Pick<Command, 'id' | 'state' | 'isLate' | 'sentAt' | 'answeredAt' | 'endedAt'> & {
  followUps: number;
};

export interface ChangesFilter {
  chargePointId: string;
  since: Date;
  /** Commands that were asked before this are listed only if they are open. It bounds each query. */
  askedSince: Date;
}

/** Commands that are open or have changed since a time, at most `limit`, in the order of their latest change. */
export async function listChangedCommands(
  tx: Tx,
  { chargePointId, since, askedSince }: ChangesFilter,
  limit: number,
): Promise<CommandMark[]> {
  const { id, state, isLate, askedAt, sentAt, answeredAt, endedAt } = chargePointCommands;
  const isOf = eq(commandFollowUps.commandId, id);
  const hasNewFollowUp = exists(
    tx
      .select({ id: commandFollowUps.id })
      .from(commandFollowUps)
      .where(and(isOf, gt(commandFollowUps.at, since))),
  );
  const changedAt = sql`greatest(${askedAt}, ${sentAt}, ${answeredAt}, ${endedAt})`;
  // Of the ended commands, only those without an answer may still receive reports.
  const hasChanged = or(sql`${changedAt} > ${since}`, and(eq(state, 'timed_out'), hasNewFollowUp));
  const rows = await tx
    .select({ id, state, isLate, sentAt, answeredAt, endedAt, followUps: tx.$count(commandFollowUps, isOf) })
    .from(chargePointCommands)
    .where(
      and(
        eq(chargePointCommands.chargePointId, chargePointId),
        or(isNull(endedAt), and(gt(askedAt, askedSince), hasChanged)),
      ),
    )
    .orderBy(desc(changedAt), desc(askedAt))
    .limit(limit);
  return rows.toReversed();
}

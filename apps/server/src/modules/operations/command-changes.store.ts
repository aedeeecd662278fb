import { and, desc, eq, exists, gt, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { Command } from './commands.store.ts';
import { chargerCommands, commandFollowUps } from './commands.tables.ts';

/** By which a changed command is told from what it was. */
export type CommandMark = Pick<Command, 'id' | 'state' | 'isLate' | 'sentAt' | 'answeredAt' | 'endedAt'> & {
  followUps: number;
};

export interface ChangesFilter {
  chargePointId: string;
  since: Date;
  /** Of what was asked before only what is open: it bounds what is read each time. */
  askedSince: Date;
}

/** Commands that are open or have changed since, the latest so many, in the order of their latest change. */
export async function listChangedCommands(
  tx: Tx,
  { chargePointId, since, askedSince }: ChangesFilter,
  limit: number,
): Promise<CommandMark[]> {
  const { id, state, isLate, askedAt, sentAt, answeredAt, endedAt } = chargerCommands;
  const isOf = eq(commandFollowUps.commandId, id);
  const hasNewFollowUp = exists(
    tx
      .select({ id: commandFollowUps.id })
      .from(commandFollowUps)
      .where(and(isOf, gt(commandFollowUps.at, since))),
  );
  const changedAt = sql`greatest(${askedAt}, ${sentAt}, ${answeredAt}, ${endedAt})`;
  // Of what has ended only that without an answer may still hear more.
  const hasChanged = or(sql`${changedAt} > ${since}`, and(eq(state, 'timed_out'), hasNewFollowUp));
  const rows = await tx
    .select({ id, state, isLate, sentAt, answeredAt, endedAt, followUps: tx.$count(commandFollowUps, isOf) })
    .from(chargerCommands)
    .where(
      and(
        eq(chargerCommands.chargePointId, chargePointId),
        or(isNull(endedAt), and(gt(askedAt, askedSince), hasChanged)),
      ),
    )
    .orderBy(desc(changedAt), desc(askedAt))
    .limit(limit);
  return rows.toReversed();
}

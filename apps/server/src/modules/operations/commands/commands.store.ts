import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import type { CommandState } from '@bijli/contract/operator-commands';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import type { AppliedStateKind, ChargePointTask } from '../charge-point-calls.ts';
import { chargePointCommands, appliedStates, commandFollowUps, commandNumbers } from '../operations.tables.ts';

export type Command = typeof chargePointCommands.$inferSelect;
export type CommandChange = Partial<Omit<Command, 'id' | 'chargePointId'>>;
export type FollowUp = Pick<typeof commandFollowUps.$inferSelect, 'at' | 'action' | 'payload'>;

/**
 * Reports that are stored for one command: more than any upload or update sends, and a bound for a charge point that
 * restarts in a loop.
 */
const MAX_FOLLOW_UPS = 100;

/** Undefined if the caller has already used the key. */
export async function insertMissingCommand(
  tx: Tx,
  command: typeof chargePointCommands.$inferInsert,
): Promise<Command | undefined> {
  return (await tx.insert(chargePointCommands).values(command).onConflictDoNothing().returning())[0];
}

export async function findCommandOfKey(tx: Tx, askedBy: string, idempotencyKey: string): Promise<Command | undefined> {
  const own = and(eq(chargePointCommands.askedBy, askedBy), eq(chargePointCommands.idempotencyKey, idempotencyKey));
  return (await tx.select().from(chargePointCommands).where(own))[0];
}

export async function findCommand(tx: Tx, id: string): Promise<Command | undefined> {
  return (await tx.select().from(chargePointCommands).where(eq(chargePointCommands.id, id)))[0];
}

export async function lockCommand(tx: Tx, id: string): Promise<Command | undefined> {
  return (await tx.select().from(chargePointCommands).where(eq(chargePointCommands.id, id)).for('update'))[0];
}

export interface CommandFilter {
  chargePointId: string;
  state?: CommandState | undefined;
  operation?: string | undefined;
}

/** Newest first. */
export async function listCommands(
  tx: Tx,
  filter: CommandFilter,
  page: Page,
): Promise<{ rows: Command[]; next?: string }> {
  const { chargePointId, askedAt, id, state, operation } = chargePointCommands;
  const found = await tx
    .select()
    .from(chargePointCommands)
    .where(
      and(
        eq(chargePointId, filter.chargePointId),
        filter.state && eq(state, filter.state),
        filter.operation === undefined ? undefined : eq(operation, filter.operation),
        isAfterCursor(page, askedAt, id),
      ),
    )
    .orderBy(desc(askedAt), desc(inBytes(id)))
    .limit(rowsFor(page));
  return takePage(found, page, (row) => ({ at: row.askedAt, id: row.id }));
}

/** Lists at most `MAX_FOLLOW_UPS`, oldest first. */
export async function listFollowUps(tx: Tx, commandId: string): Promise<FollowUp[]> {
  const { at, action, payload, id } = commandFollowUps;
  return tx
    .select({ at, action, payload })
    .from(commandFollowUps)
    .where(eq(commandFollowUps.commandId, commandId))
    .orderBy(asc(id))
    .limit(MAX_FOLLOW_UPS);
}

/** Charge points that have commands waiting to be sent. */
export async function listChargePointsWithWaitingCommands(tx: Tx): Promise<string[]> {
  const { chargePointId, state } = chargePointCommands;
  const rows = await tx
    .selectDistinct({ chargePointId })
    .from(chargePointCommands)
    .where(and(eq(state, 'asked'), isNull(chargePointCommands.endedAt)));
  return rows.map((row) => row.chargePointId);
}

/** Commands that wait for a charge point, oldest first. */
export async function listWaitingCommands(tx: Tx, chargePoint: string): Promise<Command[]> {
  const { chargePointId, state, askedAt, id } = chargePointCommands;
  return tx
    .select()
    .from(chargePointCommands)
    .where(and(eq(chargePointId, chargePoint), eq(state, 'asked'), isNull(chargePointCommands.endedAt)))
    .orderBy(asc(askedAt), asc(id));
}

/** Undefined if the command is no longer in the state `from`. */
export async function changeCommand(
  tx: Tx,
  id: string,
  from: readonly CommandState[],
  to: CommandChange,
): Promise<Command | undefined> {
  const condition = and(eq(chargePointCommands.id, id), isAnyOf(chargePointCommands.state, from));
  return (await tx.update(chargePointCommands).set(to).where(condition).returning())[0];
}

/** Ends all commands that were sent before a time and have no answer. Returns how many. */
export async function endSentCommands(tx: Tx, since: Date, to: CommandChange): Promise<number> {
  const { state, endedAt, sentAt } = chargePointCommands;
  const sent = and(eq(state, 'sent'), isNull(endedAt), lte(sentAt, since));
  return (await tx.update(chargePointCommands).set(to).where(sent)).rowCount ?? 0;
}

/** Ends commands whose follow-up reports are overdue. */
export async function endSilentCommands(tx: Tx, now: Date, to: CommandChange): Promise<void> {
  const silent = and(eq(chargePointCommands.state, 'following'), lte(chargePointCommands.followUntilAt, now));
  await tx.update(chargePointCommands).set(to).where(silent);
}

/**
 * Locks the latest open command that a report of the charge point can be about, by request number if the report has
 * one.
 */
export async function lockTask(
  tx: Tx,
  chargePoint: string,
  { task, requestId, now }: { task: ChargePointTask; requestId: number | undefined; now: Date },
): Promise<Command | undefined> {
  const { chargePointId, state, sentAt } = chargePointCommands;
  const isNumbered = requestId === undefined ? undefined : eq(chargePointCommands.requestId, requestId);
  const condition = and(
    eq(chargePointId, chargePoint),
    eq(chargePointCommands.task, task),
    isOpenTask(now),
    isNumbered,
  );
  // A task in progress comes before one that is not answered yet.
  const order = [desc(eq(state, 'following')), desc(sentAt)];
  return (
    await tx
      .select()
      .from(chargePointCommands)
      .where(condition)
      .orderBy(...order)
      .limit(1)
      .for('update')
  )[0];
}

/** Those of these charge points that have commands about which they may still report. */
export async function listWithTasks(tx: Tx, ids: string[], now: Date): Promise<ReadonlySet<string>> {
  const { chargePointId, task } = chargePointCommands;
  const condition = and(inArray(chargePointId, ids), isNotNull(task), isOpenTask(now));
  const rows = await tx.selectDistinct({ chargePointId }).from(chargePointCommands).where(condition);
  return new Set(rows.map((row) => row.chargePointId));
}

/** Completes open updates that began from another firmware version than the one now running. Returns their ids. */
export async function endUpdates(
  tx: Tx,
  { chargePointId, firmware, now }: { chargePointId: string; firmware: string; now: Date },
): Promise<string[]> {
  const { id, task, firmwareBefore } = chargePointCommands;
  const isUpdate = and(
    eq(chargePointCommands.chargePointId, chargePointId),
    inArray(task, ['firmware', 'signed firmware']),
  );
  const ended = await tx
    .update(chargePointCommands)
    .set({ state: 'done', problem: null, endedAt: now })
    .where(and(isUpdate, isOpenTask(now), ne(firmwareBefore, firmware)))
    .returning({ id });
  return ended.map((command) => command.id);
}

/** True for a command about which the charge point may still report. */
function isOpenTask(now: Date) {
  const { state, followUntilAt } = chargePointCommands;
  return and(inArray(state, ['sent', 'following', 'timed_out']), gt(followUntilAt, now));
}

/** Payloads of an operation that the charge point has accepted, newest first. */
export async function listAcceptedPayloads(
  tx: Tx,
  { chargePointId, operation }: { chargePointId: string; operation: string },
  limit: number,
): Promise<object[]> {
  const { state, sentAt, payload } = chargePointCommands;
  const isOf = and(eq(chargePointCommands.chargePointId, chargePointId), eq(chargePointCommands.operation, operation));
  const rows = await tx
    .select({ payload })
    .from(chargePointCommands)
    .where(and(isOf, eq(state, 'done')))
    .orderBy(desc(sentAt))
    .limit(limit);
  return rows.map((row) => row.payload);
}

/** Inserts a report, unless the command has `MAX_FOLLOW_UPS` already. */
export async function insertFollowUp(tx: Tx, followUp: typeof commandFollowUps.$inferInsert): Promise<void> {
  const kept = await tx.$count(commandFollowUps, eq(commandFollowUps.commandId, followUp.commandId));
  if (kept < MAX_FOLLOW_UPS) await tx.insert(commandFollowUps).values(followUp);
}

export async function takeNumber(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ next: string }>(sql`select nextval(${commandNumbers.seqName}) as next`);
  return Number(rows[0]?.next);
}

export interface AppliedState {
  stateKind: AppliedStateKind;
  key: string;
  value: Record<string, unknown>;
  appliedAt: Date;
}

export async function saveAppliedState(tx: Tx, state: typeof appliedStates.$inferInsert): Promise<void> {
  const { chargePointId, stateKind, key } = appliedStates;
  const { value, appliedAt } = state;
  await tx
    .insert(appliedStates)
    .values(state)
    .onConflictDoUpdate({ target: [chargePointId, stateKind, key], set: { value, appliedAt } });
}

export async function listAppliedStates(
  tx: Tx,
  chargePointId: string,
  stateKind?: AppliedStateKind,
): Promise<AppliedState[]> {
  const { key, value, appliedAt } = appliedStates;
  return tx
    .select({ stateKind: appliedStates.stateKind, key, value, appliedAt })
    .from(appliedStates)
    .where(and(eq(appliedStates.chargePointId, chargePointId), stateKind && eq(appliedStates.stateKind, stateKind)))
    .orderBy(asc(appliedStates.stateKind), asc(key));
}

export async function lockAppliedStates(tx: Tx, chargePointId: string, stateKind: AppliedStateKind): Promise<void> {
  const own = and(eq(appliedStates.chargePointId, chargePointId), eq(appliedStates.stateKind, stateKind));
  await tx
    .select({ key: appliedStates.key })
    .from(appliedStates)
    .where(own)
    .orderBy(asc(appliedStates.key))
    .for('update');
}

export async function deleteAppliedStates(
  tx: Tx,
  chargePointId: string,
  stateKind: AppliedStateKind,
  keys: string[],
): Promise<void> {
  const own = and(eq(appliedStates.chargePointId, chargePointId), eq(appliedStates.stateKind, stateKind));
  await tx.delete(appliedStates).where(and(own, isAnyOf(appliedStates.key, keys)));
}

export async function purgeCommands(tx: Tx, before: Date): Promise<void> {
  await tx.delete(chargePointCommands).where(lte(chargePointCommands.endedAt, before));
}

/** Ids of a charge point's commands that wait for reports of a task. */
export async function listFollowing(tx: Tx, chargePoint: string, task: ChargePointTask): Promise<string[]> {
  const { id, chargePointId, state } = chargePointCommands;
  const condition = and(eq(chargePointId, chargePoint), eq(chargePointCommands.task, task), eq(state, 'following'));
  return (await tx.select({ id }).from(chargePointCommands).where(condition)).map((row) => row.id);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { mayWrite } from '#cluster/protocol/ownership-step.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { columnOf } from './statements/column.ts';

type Tx = Pick<PgDatabase<NodePgQueryResultHKT>, 'execute'>;

/** The charge point of a write, and the epoch by which this node may write. */
export interface Fence {
  chargePointId: string;
  /** The current epoch. Undefined if this node no longer owns the charge point. */
  epoch(): number | undefined;
  /** Called when another node owns the charge point, with its epoch. */
  onOutdated(epoch: number): void;
}

/** Another node owns the charge point. For the writer the database counts as unavailable. */
export class FencedOff extends DatabaseUnavailable {
  override name = 'FencedOff';

  constructor(chargePointId: string) {
    super(`Another node owns ${chargePointId}.`);
  }
}

const fences = new AsyncLocalStorage<Fence | undefined>();

/** Runs a task. Its transactions are refused once another node owns the charge point. */
export function fenced<T>(fence: Fence | undefined, task: () => T): T {
  return fences.run(fence, task);
}

export function currentFence(): Fence | undefined {
  return fences.getStore();
}

/**
 * Refuses if another node owns the charge point by now. Otherwise nobody can take it over before the transaction ends,
 * so the next owner reads what was written.
 */
export async function checkFence(tx: Tx, fence: Fence): Promise<void> {
  if ((await dropOutdatedFences(tx, [fence])).has(fence)) throw new FencedOff(fence.chargePointId);
}

/**
 * The same for many charge points in one write. Returns those that must not be written, after this node has given them
 * up.
 */
export async function dropOutdatedFences(tx: Tx, all: readonly Fence[]): Promise<ReadonlySet<Fence>> {
  const ids = [...new Set(all.map(({ chargePointId }) => chargePointId))].toSorted();
  const { rows } = await tx.execute<{ id: string; epoch: number }>(
    sql`select charger_id as id, epoch from charger_links where charger_id = any(${columnOf(ids)}::text[])
        order by charger_id for share`,
  );
  const epochOf = new Map(rows.map(({ id, epoch }) => [id, epoch]));
  return new Set(
    all.filter((fence) => {
      const current = epochOf.get(fence.chargePointId) ?? 0;
      const own = fence.epoch();
      if (own !== undefined && mayWrite(current, own)) return false;
      fence.onOutdated(current);
      return true;
    }),
  );
}

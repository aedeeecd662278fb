import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { columnOf } from './column.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';

type Tx = Pick<PgDatabase<NodePgQueryResultHKT>, 'execute'>;

/** For which charge point something is written, and by which epoch this node may. */
export interface Fence {
  chargePointId: string;
  /** As it is now; undefined where this node does not look after the charge point any more. */
  epoch(): number | undefined;
  /** Hears that another node looks after the charge point, by that epoch. */
  outdated(epoch: number): void;
}

/** Another node looks after the charge point. To whoever wrote for it, the database may not be used now. */
export class FencedOff extends DatabaseUnavailable {
  override name = 'FencedOff';

  constructor(chargePointId: string) {
    super(`Another node looks after ${chargePointId}.`);
  }
}

const fences = new AsyncLocalStorage<Fence | undefined>();

/** Runs a task in which every transaction is refused once another node looks after the charge point. */
export function fenced<T>(fence: Fence | undefined, task: () => T): T {
  return fences.run(fence, task);
}

export function currentFence(): Fence | undefined {
  return fences.getStore();
}

/**
 * Refuses where another node looks after the charge point by now. Else nobody can take it over before the transaction ends, so that
 * whoever takes it over reads what was written.
 */
export async function checkFence(tx: Tx, fence: Fence): Promise<void> {
  if ((await findOutdatedFences(tx, [fence])).has(fence)) throw new FencedOff(fence.chargePointId);
}

/** The same of many that are written together: those that must not be. */
export async function findOutdatedFences(tx: Tx, all: readonly Fence[]): Promise<ReadonlySet<Fence>> {
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
      if (own !== undefined && own >= current) return false;
      fence.outdated(current);
      return true;
    }),
  );
}

import type { Fence } from '#db/fence.ts';

/** What the rules of sessions need to know about the owner of a charge point. */
export interface Owners {
  /** True if other nodes share the database. */
  isShared: boolean;
  /** True if this node owns the charge point. */
  owns(chargePointId: string): boolean;
  /**
   * Runs a task that writes for a charge point. Its transactions are refused once another node owns the charge point.
   */
  fenced<T>(chargePointId: string, task: () => T): T;
  /** The fence for a task that runs later. Undefined without several nodes. */
  fenceOf(chargePointId: string): Fence | undefined;
  /** The other node that owns the charge point. Undefined if none does. */
  otherOwnerOf(chargePointId: string): Promise<string | undefined>;
  /** Those of these charge points that another node owns. */
  withOtherOwners(chargePointIds: string[]): Promise<ReadonlySet<string>>;
}

/** A single node owns all charge points, and nothing is fenced. */
export const SINGLE_NODE: Owners = {
  isShared: false,
  owns: () => true,
  fenced: (_chargePointId, task) => task(),
  fenceOf: () => undefined,
  otherOwnerOf: async () => undefined,
  withOtherOwners: async () => new Set(),
};

type Task = (...args: never[]) => unknown;

/** Returns the same functions, each fenced by its charge point: the first argument, or what that refers to. */
export function allFenced<T extends object>(owners: Owners, tasks: T): T {
  if (!owners.isShared) return tasks;
  const entries = Object.entries(tasks as Record<string, Task>);
  const about = (first: unknown): string =>
    typeof first === 'string' ? first : (first as { chargePointId: string }).chargePointId;
  return Object.fromEntries(
    entries.map(([name, task]) => [name, (...args: never[]) => owners.fenced(about(args[0]), () => task(...args))]),
  ) as T;
}

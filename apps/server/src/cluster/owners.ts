import type { Fence } from '#db/fence.ts';

/** What the rules of sessions need to know about the owner of a charge point. */
export interface Owners {
  /** Whether other nodes share the database. */
  isShared: boolean;
  /** Whether this node looks after a charge point. */
  owns(chargePointId: string): boolean;
  /** Runs a task that writes for a charge point; each of its transactions is refused once another node looks after it. */
  fenced<T>(chargePointId: string, task: () => T): T;
  /** The fence of what runs later; undefined where there is none. */
  fenceOf(chargePointId: string): Fence | undefined;
  /** The other node that looks after a charge point; undefined where none does. */
  otherOwnerOf(chargePointId: string): Promise<string | undefined>;
  /** Those of these charge points that another node looks after. */
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

import { createBus, type Bus } from '#cluster/bus.ts';
import { createLeaseExpiry, type LeaseSeen } from '#cluster/lease-expiry.ts';
import { SINGLE_NODE, allFenced, type Owners } from '#cluster/owners.ts';
import { createOwnership, type NodeOwnership } from '#cluster/ownership.ts';
import type { BusTransport } from '#cluster/transport.ts';
import type { Database } from '#db/database.ts';
import { createProbe } from '#db/migrate.ts';
import type { Dependency } from '#http/readiness.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import { createSharedAvailability, type Availability } from '#modules/availability/index.ts';
import type { ChargePointReports } from '#modules/sessions/charge-points.ts';
import type { Sessions } from '#modules/sessions/index.ts';

const LOOK_EVERY_MS = 2 * SECOND_MS;
/** How often to read what others have taken. Usually a message says so at once. */
const HEED_ROWS_EACH = 5;
/** By this node's own clocks alone. */
const CHECK_LEASE_EVERY_MS = SECOND_MS / 2;

/** One of several nodes that share a database. */
export interface NodeOptions {
  id: string;
  transport: BusTransport;
  lease: LeaseSeen;
}

interface Context {
  database: Database;
  clock: Clock;
  log: Log;
}

/** The connections of this node to the others. */
export interface NodeParts {
  owners: Owners;
  cluster: { owners: Owners; bus: Bus } | undefined;
  ownership: NodeOwnership | undefined;
  bus: Bus | undefined;
  shared: ReturnType<typeof createSharedAvailability> | undefined;
}

/** A single node has no bus and shares nothing. */
export function createNodeParts(node: NodeOptions | undefined, { database, clock, log }: Context): NodeParts {
  if (!node)
    return { owners: SINGLE_NODE, cluster: undefined, ownership: undefined, bus: undefined, shared: undefined };
  const bus = createBus(node.transport, node.id, log);
  const ownership = createOwnership({ database, bus, log });
  const { owners } = ownership;
  return { owners, cluster: { owners, bus }, ownership, bus, shared: createSharedAvailability({ bus, clock, log }) };
}

/** The probe has a connection of its own, with limits of its own below this. */
const DATABASE_WITHIN_MS = 2 * SECOND_MS;

/** The readiness of a node: itself, its database, and the bus if it shares the database. */
export function dependenciesOf(
  { node: { bus } }: { node: NodeParts },
  { database, problem }: { database: Database; problem?: (() => string | undefined) | undefined },
): Record<string, Dependency> {
  return {
    node: { problem: () => problem?.(), withinMs: SECOND_MS, isNeeded: true },
    database: { problem: createProbe(database), withinMs: DATABASE_WITHIN_MS, isNeeded: true },
    ...(bus && { bus: { problem: () => bus.problem(), withinMs: SECOND_MS, isNeeded: false } }),
  };
}

/**
 * What charge points report is kept by the node that looks after them alone; that a link is gone, by whoever still does. To a node
 * that has let go of them they are offline until they are heard of elsewhere.
 */
export function fencedReports(
  { owners, ownership }: NodeParts,
  reports: ChargePointReports,
  { unlinkedHere }: Pick<Availability, 'unlinkedHere'>,
): ChargePointReports {
  if (!ownership) return reports;
  const { isCharging, noteHeard, ...others } = reports;
  const fenced = allFenced(owners, others);
  return {
    ...fenced,
    isCharging,
    noteHeard,
    async disconnected(chargePointId) {
      if (!owners.owns(chargePointId)) return unlinkedHere(chargePointId);
      await ownership.noteUnlinked(chargePointId);
      await fenced.disconnected(chargePointId);
    },
  };
}

/** Repeatedly takes over the charge points of lost nodes. Knows which nodes there are. */
function lookingAfter(
  { lease }: NodeOptions,
  ownership: NodeOwnership,
  leaseExpiry: ReturnType<typeof createLeaseExpiry>,
  tell: (nodes: string) => Promise<void>,
): () => Promise<void> {
  let looks = 0;
  return async () => {
    leaseExpiry.check();
    if (lease.hasRunOut()) return;
    if (leaseExpiry.takeToReclaim()) await ownership.reclaim();
    const nodes = await ownership.nodes();
    await ownership.adopt();
    looks += 1;
    if (looks % HEED_ROWS_EACH === 0) await ownership.heedRows();
    await tell(nodes.join());
  };
}

/** Joins the other nodes. First takes over sessions without an owner. Returns a function that ends it. */
export async function joinNodes(
  node: NodeOptions | undefined,
  { ownership, shared }: NodeParts,
  { sessions, availability }: { sessions: Sessions; availability: Availability },
  { clock, log }: Omit<Context, 'database'>,
): Promise<() => Promise<void>> {
  if (!node || !ownership || !shared) return async () => {};
  ownership.listen({ load: sessions.takeOver, drop: sessions.dropChargePoint });
  let known = '';

  await ownership.claim(await sessions.listChargePointsInSession());
  const leaseExpiry = createLeaseExpiry(node.lease, ownership.letGo);
  const look = lookingAfter(node, ownership, leaseExpiry, async (nodes) => {
    if (nodes !== known) await availability.readLinks();
    known = nodes;
    shared.beat();
  });
  await look();
  const ends = [
    every(look, {
      clock,
      log,
      name: 'nodes.look',
      everyMs: LOOK_EVERY_MS,
      failedMessage: 'other nodes are looked after again later',
    }),
    // It asks nobody: where the database is silent, whoever asks it waits, and links would stand meanwhile that others take over.
    every(async () => leaseExpiry.check(), {
      clock,
      log,
      name: 'nodes.lease',
      everyMs: CHECK_LEASE_EVERY_MS,
      failedMessage: 'the lease is looked at again later',
    }),
  ];
  return async () => void (await Promise.all(ends.map((end) => end())));
}

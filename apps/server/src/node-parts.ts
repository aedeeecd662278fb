import { createBus, type Bus } from '#cluster/bus.ts';
import { createLeaseExpiry, type LeaseSeen } from '#cluster/lease-expiry.ts';
import { SINGLE_NODE, allFenced, type Owners } from '#cluster/owners.ts';
import { createOwnership, type NodeOwnership } from '#cluster/ownership.ts';
import type { BusTransport } from '#cluster/transport.ts';
import type { Database } from '#db/database.ts';
import { createProbe } from '#db/migrate.ts';
import type { Dependency } from '#http/server/readiness.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import { createSharedAvailability, type Availability } from '#modules/availability/index.ts';
import type { ChargePointReports } from '#modules/sessions/index.ts';
import type { Sessions } from '#modules/sessions/index.ts';

const TAKEOVER_EVERY_MS = 2 * SECOND_MS;
/** In every fifth round, the rows show what other nodes have taken. Usually a message says so at once. */
const READ_TAKEN_EVERY_ROUNDS = 5;
/** Measured by this node's own clocks alone. */
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
  { database, whyNotServing }: { database: Database; whyNotServing?: (() => string | undefined) | undefined },
): Record<string, Dependency> {
  return {
    node: { problem: () => whyNotServing?.(), withinMs: SECOND_MS, isNeeded: true },
    database: { problem: createProbe(database), withinMs: DATABASE_WITHIN_MS, isNeeded: true },
    ...(bus && { bus: { problem: () => bus.problem(), withinMs: SECOND_MS, isNeeded: false } }),
  };
}

/**
 * Only the node that owns a charge point stores its reports, also that its link is gone. A node that has given up a
 * charge point shows it as offline until another node reports it.
 */
export function fencedReports(
  { owners, ownership }: NodeParts,
  reports: ChargePointReports,
  { noteUnlinkedHere }: Pick<Availability, 'noteUnlinkedHere'>,
): ChargePointReports {
  if (!ownership) return reports;
  const { isCharging, noteHeard, ...others } = reports;
  const fenced = allFenced(owners, others);
  return {
    ...fenced,
    isCharging,
    noteHeard,
    async disconnected(chargePointId) {
      if (!owners.owns(chargePointId)) return noteUnlinkedHere(chargePointId);
      await ownership.noteUnlinked(chargePointId);
      await fenced.disconnected(chargePointId);
    },
  };
}

/**
 * Returns one round of the takeover: the charge points of lost nodes become this node's. Tells which nodes there are.
 */
function createTakeover(
  { lease }: NodeOptions,
  ownership: NodeOwnership,
  leaseExpiry: ReturnType<typeof createLeaseExpiry>,
  onRound: (nodes: string) => Promise<void>,
): () => Promise<void> {
  let rounds = 0;
  return async () => {
    leaseExpiry.check();
    if (lease.hasRunOut()) return;
    if (leaseExpiry.takeReclaim()) await ownership.reclaim();
    const nodes = await ownership.listNodes();
    await ownership.adopt();
    rounds += 1;
    if (rounds % READ_TAKEN_EVERY_ROUNDS === 0) await ownership.dropTakenByOthers();
    await onRound(nodes.join());
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
  ownership.listen({ load: sessions.takeOver, drop: sessions.forgetChargePoint });
  let known = '';

  await ownership.claim(await sessions.listChargePointsInSession());
  const leaseExpiry = createLeaseExpiry(node.lease, ownership.dropAll);
  const takeOver = createTakeover(node, ownership, leaseExpiry, async (nodes) => {
    if (nodes !== known) await availability.readLinks();
    known = nodes;
    shared.publishLastNumber();
  });
  await takeOver();
  const ends = [
    every(takeOver, {
      clock,
      log,
      name: 'nodes.takeOver',
      everyMs: TAKEOVER_EVERY_MS,
      failedMessage: 'other nodes are looked after again later',
    }),
    // It does not query the database. While the database is silent, a query waits, and links would stay open that
    // others take over.
    every(async () => leaseExpiry.check(), {
      clock,
      log,
      name: 'leaseExpiry.check',
      everyMs: CHECK_LEASE_EVERY_MS,
      failedMessage: 'the lease is looked at again later',
    }),
  ];
  return async () => void (await Promise.all(ends.map((end) => end())));
}

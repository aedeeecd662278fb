import * as z from 'zod/mini';
import type { Database } from '#db/database.ts';
import { fenced, FencedOff, type Fence } from '#db/fence.ts';
import { createGroupedStatement } from '#db/statements/statement-groups.ts';
import type { Log } from '#kernel/log.ts';
import { createSerialQueue } from '#kernel/serial-queue.ts';
import { inWorkload } from '#kernel/workload.ts';
import { subject, type Bus } from './bus.ts';
import * as store from './links.store.ts';
import type { Owners } from './owners.ts';
import {
  NOT_OURS,
  nextOwnershipStep,
  type Ownership,
  type OwnershipEffect,
  type OwnershipInput,
} from './protocol/ownership-step.ts';

/** A node has taken a charge point. */
const chargePointTaken = subject('charge-point-taken', z.object({ chargePointId: z.string(), epoch: z.number() }));

const ADOPTION_BATCH_SIZE = 500;

/** Callbacks for charge points that this node gains or loses. */
export interface OwnershipListener {
  /** Loads the sessions of charge points that this node owns from now on. */
  load(chargePointIds: string[]): Promise<void>;
  /** Forgets the sessions of a charge point that another node owns now. */
  drop(chargePointId: string): void;
}

interface Held {
  ownership: Ownership;
  /** Runs effects one after the other. */
  effects: ReturnType<typeof createSerialQueue>;
  links: Map<number, Link>;
}

interface Link {
  close: () => void;
  ready: PromiseWithResolvers<void>;
}

export type NodeOwnership = ReturnType<typeof createOwnership>;

/** Finds the epoch by which another node owns a charge point. Undefined if none does. */
function createFindEpochOfOtherOwner(database: Database, nodeId: string) {
  return createGroupedStatement<string, number | undefined>(async (ids) => {
    const rows = await store.listTakenByOthers(database, nodeId, [...new Set(ids)]);
    const epochs = new Map(rows.map(({ chargePointId, epoch }) => [chargePointId, epoch]));
    return ids.map((id) => epochs.get(id));
  });
}

/**
 * The charge points that this node owns, if several nodes share a database (`protocol/ownership-step.ts` has the
 * rules).
 */
export function createOwnership({ database, bus, log }: { database: Database; bus: Bus; log: Log }) {
  const { nodeId } = bus;
  const held = new Map<string, Held>();
  let listener: OwnershipListener | undefined;
  let lastLinkId = 0;
  /** True if rows may assign charge points to this node without its knowing, because an answer was lost. */
  let mayHaveUnknown = false;
  const takeLink = createGroupedStatement<string, number>(async (ids) => {
    const epochs = await noteUnknownIfFailing(() =>
      inWorkload('chargePoints', () => store.takeLinks(database, nodeId, [...new Set(ids)])),
    );
    return ids.map((id) => epochs.get(id) ?? Promise.reject(new Error(`${id} was not taken.`)));
  });
  const findEpochOfOtherOwner = createFindEpochOfOtherOwner(database, nodeId);
  const loadSessions = createGroupedStatement<string>(async (ids) => {
    await listener?.load(ids);
    return ids.map(() => undefined);
  });

  /** Runs a query that may have made charge points this node's even if it fails. */
  async function noteUnknownIfFailing<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      mayHaveUnknown = true;
      throw error;
    }
  }

  function heldOf(chargePointId: string): Held {
    const known = held.get(chargePointId) ?? { ownership: NOT_OURS, effects: createSerialQueue(), links: new Map() };
    held.set(chargePointId, known);
    return known;
  }

  function applyInput(chargePointId: string, input: OwnershipInput): void {
    const one = heldOf(chargePointId);
    const { ownership, effects } = nextOwnershipStep(one.ownership, input);
    one.ownership = ownership;
    for (const effect of effects) {
      one.effects
        .run(() => runEffect(chargePointId, one, effect))
        .catch((error: unknown) => {
          log.error(
            { event: 'node.ownership_failed', chargePointId, effect: effect.kind, error },
            'a charge point could not be taken over; trying again',
          );
        });
    }
  }

  async function runEffect(chargePointId: string, one: Held, effect: OwnershipEffect): Promise<void> {
    switch (effect.kind) {
      case 'take': {
        const { link } = effect;
        const epoch = await takeLink(chargePointId).catch(() => undefined);
        return applyInput(
          chargePointId,
          epoch === undefined ? { kind: 'not-taken', link } : { kind: 'taken', link, epoch },
        );
      }
      case 'load':
        return loadSessions(chargePointId).catch((error: unknown) => {
          // The row names this node, which claims it again when the charge point reconnects.
          mayHaveUnknown = true;
          applyInput(chargePointId, { kind: 'not-loaded', epoch: effect.epoch });
          throw error;
        });
      case 'drop':
        return listener?.drop(chargePointId);
      case 'read':
        if (one.ownership.link === effect.link) one.links.get(effect.link)?.ready.resolve();
        return;
      case 'close':
        return close(chargePointId, one, effect.link);
      case 'announce':
        return bus.publish(chargePointTaken, { chargePointId, epoch: effect.epoch });
    }
  }

  function close(chargePointId: string, { links: open }: Held, link: number): void {
    const closed = open.get(link);
    closed?.ready.reject(new FencedOff(chargePointId));
    closed?.close();
  }

  const fenceOf = (chargePointId: string): Fence => ({
    chargePointId,
    epoch: () => held.get(chargePointId)?.ownership.epoch,
    onOutdated: (epoch) => applyInput(chargePointId, { kind: 'outdated', epoch }),
  });

  // A message is only a reason to read the row. Until then a write is refused by its fence.
  bus.subscribe(chargePointTaken, async ({ chargePointId }) => {
    if (isUnknown({ chargePointId })) return;
    const epoch = await findEpochOfOtherOwner(chargePointId).catch(() => undefined);
    if (epoch !== undefined) applyInput(chargePointId, { kind: 'outdated', epoch });
  });

  const owns = (chargePointId: string): boolean => held.get(chargePointId)?.ownership.epoch !== undefined;

  const owners: Owners = {
    isShared: true,
    owns,
    fenced: (chargePointId, task) => fenced(fenceOf(chargePointId), task),
    fenceOf,
    async otherOwnerOf(chargePointId) {
      const owner = (await store.listOwners(database, [chargePointId])).get(chargePointId);
      return owner === nodeId ? undefined : owner;
    },
    async withOtherOwners(chargePointIds) {
      const ids = chargePointIds.filter((id) => !owns(id));
      if (ids.length === 0) return new Set();
      const ownersOf = await store.listOwners(database, ids);
      return new Set(ids.filter((id) => (ownersOf.get(id) ?? nodeId) !== nodeId));
    },
  };

  /** True if this node neither owns the charge point nor is taking it. */
  function isUnknown({ chargePointId }: Pick<store.Owned, 'chargePointId'>): boolean {
    const { epoch, link } = held.get(chargePointId)?.ownership ?? NOT_OURS;
    return epoch === undefined && link === undefined;
  }

  async function reclaim(): Promise<void> {
    mayHaveUnknown = false;
    const reclaimed = await noteUnknownIfFailing(async () => {
      const unknown = (await store.listLinksOfNode(database, nodeId)).filter(isUnknown);
      return unknown.length === 0 ? [] : store.claimLinksAgain(database, unknown);
    });
    for (const { chargePointId, epoch } of reclaimed) applyInput(chargePointId, { kind: 'adopted', epoch });
  }

  return {
    owners,
    nodeId,

    listen(to: OwnershipListener): void {
      listener = to;
    },

    /** The epoch with which this node writes for a charge point. Undefined if it may not. */
    epochOf: (chargePointId: string): number | undefined => held.get(chargePointId)?.ownership.epoch,

    /**
     * Adds the link of a charge point. `ready` resolves when its messages may be read, and rejects if another node has
     * taken it meanwhile. `closeLink` ends the link. Call `noteGone` when it has ended.
     */
    addLink(chargePointId: string, closeLink: () => void): { ready: Promise<void>; noteGone: () => void } {
      lastLinkId += 1;
      const link = lastLinkId;
      const ready = Promise.withResolvers<void>();
      // The caller that awaits it gets the error.
      ready.promise.catch(() => undefined);
      heldOf(chargePointId).links.set(link, { close: closeLink, ready });
      applyInput(chargePointId, { kind: 'linked', link });
      return {
        ready: ready.promise,
        noteGone() {
          ready.reject(new FencedOff(chargePointId));
          heldOf(chargePointId).links.delete(link);
          applyInput(chargePointId, { kind: 'unlinked', link });
        },
      };
    },

    /** Records that the link of a charge point is gone, if this node still owns it. */
    async noteUnlinked(chargePointId: string): Promise<void> {
      const { epoch, link } = heldOf(chargePointId).ownership;
      if (epoch !== undefined && link === undefined) await store.noteUnlinked(database, { chargePointId, epoch });
    },

    /** Takes over charge points of nodes without a lease, and those that are this node's without its knowing. */
    async adopt(): Promise<void> {
      await store.purgeNodes(database);
      if (mayHaveUnknown) await reclaim();
      let adopted: store.Owned[];
      do {
        adopted = await noteUnknownIfFailing(() =>
          database.transaction((tx) => store.claimOrphanedLinks(tx, nodeId, ADOPTION_BATCH_SIZE)),
        );
        for (const { chargePointId, epoch } of adopted) applyInput(chargePointId, { kind: 'adopted', epoch });
        await Promise.all(adopted.map(({ chargePointId }) => heldOf(chargePointId).effects.idle()));
      } while (adopted.length === ADOPTION_BATCH_SIZE);
    },

    /** Gives up charge points that other nodes have taken unnoticed, for example because the bus is split. */
    async dropTakenByOthers(): Promise<void> {
      const own = new Set((await store.listLinksOfNode(database, nodeId)).map(({ chargePointId }) => chargePointId));
      const doubtful = [...held.keys()].filter((id) => owns(id) && !own.has(id));
      if (doubtful.length === 0) return;
      for (const { chargePointId, epoch } of await store.listTakenByOthers(database, nodeId, doubtful))
        applyInput(chargePointId, { kind: 'outdated', epoch });
    },

    /** Claims charge points that no node has owned yet. */
    async claim(chargePointIds: string[]): Promise<void> {
      for (const { chargePointId, epoch } of await store.claimUnknown(database, nodeId, chargePointIds))
        applyInput(chargePointId, { kind: 'adopted', epoch });
    },

    /** Takes back, after a lapse of the lease, the charge points that nobody else has taken. */
    reclaim,

    /** Gives up all charge points, because the lease has run out. */
    dropAll(): void {
      for (const chargePointId of held.keys()) applyInput(chargePointId, { kind: 'let-go' });
    },

    listNodes: (): Promise<string[]> => store.listNodes(database),
    listLinkedAnywhere: (): Promise<store.Linked[]> => store.listLinked(database),
  };
}

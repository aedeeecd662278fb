import type { Database } from '#db/database.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { hasChargePoint } from '#modules/network/index.ts';
import { refuseMissingChargePoint } from '#modules/network/network.refusals.ts';
import { refuse } from '../operations.refusals.ts';
import { listChangedCommands, type CommandMark } from './command-changes.store.ts';
import * as store from './commands.store.ts';
import { createWaiters } from './waiters.ts';

/**
 * Changes by other nodes are seen within this time. Changes by this node, and changes that it hears of, are seen at
 * once.
 */
const POLL_EVERY_MS = SECOND_MS;
/** A change has the time at which its node began to write it, so each query reads the last minute again. */
const OVERLAP_MS = MINUTE_MS;
/** Longer than any command waits for its charge point and its answer. */
const ASKED_WITHIN_MS = 31 * DAY_MS;
const MAX_CHANGES = 1000;
const MAX_STREAMS = 64;
const MAX_STREAMS_OF_CALLER = 8;

export type CommandWithFollowUps = store.Command & { followUps: store.FollowUp[] };

/** The commands that changed, possibly none. A client that has these has every change before `at`. */
export interface CommandChanges {
  at: Date;
  commands: CommandWithFollowUps[];
}

/** One follower of the commands of a charge point. `leave` must be called exactly once. */
export interface CommandStream {
  /** Yields changes until the follower leaves or the server ends. */
  changes(since: Date | undefined): AsyncGenerator<CommandChanges>;
  leave(): void;
}

/**
 * Manages the followers of commands. Each follower reads the database, so it does not matter which node has the charge
 * point's link.
 */
export function createCommandStreams({ database, clock }: { database: Database; clock: Clock }) {
  const waiters = createWaiters(clock);
  const open = new Set<{ caller: string; chargePointId: string }>();
  let isEnding = false;

  async function* changesOf(stream: { caller: string; chargePointId: string }, since: Date | undefined) {
    const { chargePointId } = stream;
    const isOver = (): boolean => isEnding || !open.has(stream);
    let sent = new Map<string, string>();
    const openedAtMs = clock.now().getTime();
    // Bounds the client's time: not in the future, and not further back than we read.
    let from = Math.max(Math.min(since?.getTime() ?? openedAtMs, openedAtMs), openedAtMs - ASKED_WITHIN_MS);
    const poll = async () => {
      const at = clock.now();
      const askedSince = new Date(at.getTime() - ASKED_WITHIN_MS);
      const filter = { chargePointId, since: new Date(from - OVERLAP_MS), askedSince };
      const marks = isOver() ? [] : await listChangedCommands(database, filter, MAX_CHANGES);
      return { at, marks, changed: marks.filter((mark) => sent.get(mark.id) !== textOf(mark)) };
    };
    while (!isOver()) {
      const { at, marks, changed } = await waiters.waitFor(
        chargePointId,
        POLL_EVERY_MS,
        poll,
        ({ changed: found }) => found.length === 0,
      );
      if (isOver()) return;
      const commands = await read(changed.map(({ id }) => id));
      sent = new Map(marks.map((mark) => [mark.id, textOf(mark)]));
      // The row may be newer than the fields that were compared.
      for (const command of commands) sent.set(command.id, textOf({ ...command, followUps: command.followUps.length }));
      from = at.getTime();
      yield { at, commands };
    }
  }

  async function read(ids: string[]): Promise<CommandWithFollowUps[]> {
    const found: CommandWithFollowUps[] = [];
    for (const id of ids) {
      const command = await store.findCommand(database, id);
      if (command) found.push({ ...command, followUps: await store.listFollowUps(database, id) });
    }
    return found;
  }

  return {
    /**
     * Adds a follower. Throws charger_not_there, streams_too_many, streams_full, and unavailable while the server ends.
     */
    async follow(chargePointId: string, caller: string): Promise<CommandStream> {
      if (!(await hasChargePoint(database, chargePointId))) return refuseMissingChargePoint(chargePointId);
      if (isEnding) return refuseHttp('unavailable');
      if ([...open].filter((other) => other.caller === caller).length >= MAX_STREAMS_OF_CALLER)
        return refuse('streams_too_many');
      if (open.size >= MAX_STREAMS) return refuse('streams_full');
      const stream = { caller, chargePointId };
      open.add(stream);
      return {
        changes: (since) => changesOf(stream, since),
        leave() {
          open.delete(stream);
          waiters.wake(chargePointId);
        },
      };
    },

    /** Makes followers of this charge point read its commands at once. */
    noteChanged: (chargePointId: string): void => waiters.wake(chargePointId),

    endAll(): void {
      isEnding = true;
      for (const { chargePointId } of open) waiters.wake(chargePointId);
    },
  };
}

const textOf = ({ state, isLate, sentAt, answeredAt, endedAt, followUps }: Omit<CommandMark, 'id'>): string =>
  JSON.stringify([state, isLate, sentAt, answeredAt, endedAt, followUps]);

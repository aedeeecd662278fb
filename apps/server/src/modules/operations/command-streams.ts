import type { Database } from '#db/database.ts';
import { refuse as refuseHttp } from '#http/http.failures.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { hasChargePoint } from '#modules/network/index.ts';
import { refuseMissingCharger } from '#modules/network/network.failures.ts';
import { createAnswerWaits } from './answer-waits.ts';
import { listChangedCommands, type CommandMark } from './command-changes.store.ts';
import * as store from './commands.store.ts';
import { refuse } from './operations.failures.ts';

/** A change is seen within this time. One that this node has made or heard of is seen at once. */
const LOOK_EVERY_MS = SECOND_MS;
/** A change bears the time of its node before it is written, so each look reads the last minute again. */
const OVERLAP_MS = MINUTE_MS;
/** Longer than a command waits for its charge point and its answer. */
const ASKED_WITHIN_MS = 31 * DAY_MS;
const MAX_CHANGES = 1000;
const MAX_STREAMS = 64;
const MAX_STREAMS_OF_CALLER = 8;

export type CommandWithFollowUps = store.Command & { followUps: store.FollowUp[] };

/** What has changed at a look, which may be nothing. Everything before `at` has been told with it. */
export interface CommandChanges {
  at: Date;
  commands: CommandWithFollowUps[];
}

/** One who follows the commands of a charge point. `leave` must be called once. */
export interface CommandStream {
  /** Looks again and again, until it is left or the server ends. */
  changes(since: Date | undefined): AsyncGenerator<CommandChanges>;
  leave(): void;
}

/** Those who follow commands. Each looks into the rows, so it does not matter which node has the link. */
export function createCommandStreams({ database, clock }: { database: Database; clock: Clock }) {
  const looks = createAnswerWaits(clock);
  const open = new Set<{ caller: string; chargePointId: string }>();
  let isEnding = false;

  async function* changesOf(stream: { caller: string; chargePointId: string }, since: Date | undefined) {
    const { chargePointId } = stream;
    const isOver = (): boolean => isEnding || !open.has(stream);
    let told = new Map<string, string>();
    const openedAtMs = clock.now().getTime();
    // Whatever a client says: not in the future, and no further back than is read.
    let from = Math.max(Math.min(since?.getTime() ?? openedAtMs, openedAtMs), openedAtMs - ASKED_WITHIN_MS);
    const look = async () => {
      const at = clock.now();
      const askedSince = new Date(at.getTime() - ASKED_WITHIN_MS);
      const filter = { chargePointId, since: new Date(from - OVERLAP_MS), askedSince };
      const marks = isOver() ? [] : await listChangedCommands(database, filter, MAX_CHANGES);
      return { at, marks, changed: marks.filter((mark) => told.get(mark.id) !== textOf(mark)) };
    };
    while (!isOver()) {
      const { at, marks, changed } = await looks.until(
        chargePointId,
        LOOK_EVERY_MS,
        look,
        ({ changed: found }) => found.length === 0,
      );
      if (isOver()) return;
      const commands = await read(changed.map(({ id }) => id));
      told = new Map(marks.map((mark) => [mark.id, textOf(mark)]));
      // What was read may be newer than its mark.
      for (const command of commands) told.set(command.id, textOf({ ...command, followUps: command.followUps.length }));
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
    /** Throws charger_not_there, streams_too_many, streams_full, and unavailable while the server ends. */
    async follow(chargePointId: string, caller: string): Promise<CommandStream> {
      if (!(await hasChargePoint(database, chargePointId))) return refuseMissingCharger(chargePointId);
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
          looks.tell(chargePointId);
        },
      };
    },

    /** A command of this charge point has changed: whoever follows it looks at once. */
    changed: (chargePointId: string): void => looks.tell(chargePointId),

    end(): void {
      isEnding = true;
      for (const { chargePointId } of open) looks.tell(chargePointId);
    },
  };
}

const textOf = ({ state, isLate, sentAt, answeredAt, endedAt, followUps }: Omit<CommandMark, 'id'>): string =>
  JSON.stringify([state, isLate, sentAt, answeredAt, endedAt, followUps]);

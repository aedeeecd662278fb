import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import { SINGLE_NODE, type Owners } from '#cluster/owners.ts';
import type { Database } from '#db/database.ts';
import { createGroups } from '#db/groups.ts';
import type { Page } from '#db/pagination.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { createAnswerWaits } from './answer-waits.ts';
import { askCommand, type AskPorts, type CommandRequest } from './ask-command.ts';
import type { CallAnswer, ChargePointCalls, TaskReport } from './charge-point-calls.ts';
import { isUnanswered } from './command-state.ts';
import { createCommandStreams } from './command-streams.ts';
import * as store from './commands.store.ts';
import { keepOutcome } from './keep-answers.ts';
import { refuse } from './operations.failures.ts';
import { purgeReservations } from './reservations.ts';
import { createSending } from './send-commands.ts';
import { keepTaskReport } from './task-reports.ts';

const KEEP_COMMANDS_MS = 365 * DAY_MS;
/** Longer than any call waits for its answer: what is on its way for so long could not be kept. */
const SENT_FOR_MS = 5 * MINUTE_MS;

export interface CommandsOptions extends AskPorts {
  database: Database;
  clock: Clock;
  log: Log;
  calls: ChargePointCalls;
  /** The nodes that share the database with this one. */
  cluster?: { owners: Owners; bus: Bus } | undefined;
}

/** A command waits in its row for the node that looks after the charge point. */
const commandAsked = subject('command-asked', z.object({ chargePointId: z.string() }));
/** A command has its answer, or will have none. */
const commandEnded = subject('command-ended', z.object({ id: z.string() }));
/** A command has changed: those who follow its charge point need not wait until they look. */
const commandChanged = subject('command-changed', z.object({ chargePointId: z.string() }));

export type Commands = ReturnType<typeof createCommands>;

/**
 * What the operator asks of charge points. Each command is a row before it is a message, and is marked as sent before it is: a server
 * that dies in between sends nothing twice, and says that it does not know what became of it.
 */
export function createCommands(options: CommandsOptions) {
  const { database, clock, log, rules, hasPaidCharge, hasTls, cluster } = options;
  const owners = cluster?.owners ?? SINGLE_NODE;
  const waits = createAnswerWaits(clock);
  const streams = createCommandStreams({ database, clock });
  function changed(chargePointId: string): void {
    streams.changed(chargePointId);
    cluster?.bus.tell(commandChanged, { chargePointId });
  }
  const sending = createSending({
    ...options,
    changed,
    ended(id) {
      waits.tell(id);
      cluster?.bus.tell(commandEnded, { id });
    },
  });
  cluster?.bus.hear(commandEnded, ({ id }) => waits.tell(id));
  cluster?.bus.hear(commandChanged, ({ chargePointId }) => streams.changed(chargePointId));
  cluster?.bus.hear(commandAsked, ({ chargePointId }) => {
    if (owners.owns(chargePointId)) sending.run(chargePointId);
  });

  /** Sends what waits for a charge point, or has the node do it that looks after it; where that hears nothing, it looks itself. */
  async function send(chargePointId: string): Promise<void> {
    const isElsewhere = !owners.owns(chargePointId) && (await owners.otherOwnerOf(chargePointId)) !== undefined;
    if (isElsewhere) cluster?.bus.tell(commandAsked, { chargePointId });
    else sending.run(chargePointId);
  }

  // Most of those who boot, and many do at once, were asked for nothing.
  const hasTasks = createGroups<string, boolean>(async (ids) => {
    const asked = await store.listWithTasks(database, ids, clock.now());
    return ids.map((id) => asked.has(id));
  });

  return {
    /** Keeps a command and sends it, if it can be. See `askCommand` for what it throws. */
    async ask(request: CommandRequest): Promise<store.Command> {
      const command = await askCommand(database, options, clock.now(), request);
      changed(command.chargePointId);
      if (command.state === 'asked')
        send(command.chargePointId).catch((error: unknown) =>
          log.warn(
            { event: 'charge_point.command_waits', id: command.id, error },
            'a command could not be sent; trying again',
          ),
        );
      return command;
    },

    /** The command once it has its answer, or as it is after so long. Throws command_unknown. */
    whenAnswered: (id: string, maxMs: number): Promise<store.Command> =>
      waits.until(
        id,
        maxMs,
        async () => (await store.findCommand(database, id)) ?? refuse('command_unknown'),
        ({ state }) => isUnanswered(state),
      ),

    /** What an operation wants of whoever asks. */
    permissionFor: (operation: string, payload: object) => rules.permissionFor(operation, payload),

    /** Throws command_unknown, also for that of another charge point. */
    async find(chargePointId: string, id: string): Promise<store.Command & { followUps: store.FollowUp[] }> {
      const command = await store.findCommand(database, id);
      if (command?.chargePointId !== chargePointId) return refuse('command_unknown');
      return { ...command, followUps: await store.listFollowUps(database, id) };
    },

    /** What becomes of the commands of a charge point, as it happens. */
    follow: streams.follow,

    /** The server ends: so do these, and nobody begins another. */
    endStreams: streams.end,

    /** The newest first. */
    list: (filter: store.CommandFilter, page: Page) => store.listCommands(database, filter, page),

    /** The server begins: nobody knows what became of what was on its way. What other nodes have sent they wait for themselves. */
    async begin(): Promise<void> {
      if (owners.isShared) return;
      await store.timeOutSentCommands(database, clock.now(), {
        state: 'timed_out',
        problem: 'the server ended before the answer came',
        endedAt: clock.now(),
      });
    },

    /** Sends what waits, also what the command line has asked, and ends what was waited for in vain. */
    async checkAll(): Promise<void> {
      const now = clock.now();
      await store.failSilentCommands(database, now, {
        state: 'failed',
        problem: 'nothing more was heard',
        endedAt: now,
      });
      await store.timeOutSentCommands(database, new Date(now.getTime() - SENT_FOR_MS), {
        state: 'timed_out',
        problem: 'no answer could be kept',
        endedAt: now,
      });
      const asked = await store.listChargePointsWithWaitingCommands(database);
      const elsewhere = await owners.withOtherOwners(asked);
      for (const chargePointId of asked)
        if (!elsewhere.has(chargePointId) && !sending.isSending(chargePointId)) sending.run(chargePointId);
    },

    /** An answer that nobody waits for any more. */
    async answeredLate(chargePointId: string, id: string, answer: CallAnswer): Promise<void> {
      await database.transaction(async (tx) => {
        const command = await store.lockCommand(tx, id);
        if (command?.chargePointId === chargePointId)
          await keepOutcome(tx, { rules, hasPaidCharge, hasTls, now: clock.now() }, id, answer);
      });
      changed(chargePointId);
    },

    /** A charge point tells how it gets on with what it was asked. */
    async taskTold(report: TaskReport): Promise<void> {
      if (!(await hasTasks.add(report.chargePointId))) return;
      await database.transaction((tx) => keepTaskReport(tx, report, clock.now()));
      changed(report.chargePointId);
    },

    /** Settles when nothing is on its way. */
    close: (): Promise<void> => sending.close(),

    async purgeExpired(): Promise<void> {
      const now = clock.now();
      await store.purgeCommands(database, new Date(now.getTime() - KEEP_COMMANDS_MS));
      await purgeReservations(database, now);
    },
  };
}

import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import { SINGLE_NODE, type Owners } from '#cluster/owners.ts';
import type { Database } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import { createGroupedStatement } from '#db/statements/statement-groups.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { CallAnswer, ChargePointCalls } from '../charge-point-calls.ts';
import type { TaskReport } from '../operation-reports.ts';
import { refuse } from '../operations.refusals.ts';
import { purgeReservations } from '../reservations/reservations.ts';
import { askCommand, type AskPorts, type CommandRequest } from './ask-command.ts';
import { createCommandSender } from './command-sender.ts';
import { isUnanswered } from './command-state.ts';
import { createCommandStreams } from './command-streams.ts';
import * as store from './commands.store.ts';
import { recordOutcome } from './record-answers.ts';
import { recordTaskReport } from './task-reports.ts';
import { createWaiters } from './waiters.ts';

const KEEP_COMMANDS_MS = 365 * DAY_MS;
/**
 * Longer than any call waits for its answer. The outcome of a command that has been in state `sent` for this long could
 * not be stored.
 */
const SENT_FOR_MS = 5 * MINUTE_MS;

export interface CommandsOptions extends AskPorts {
  database: Database;
  clock: Clock;
  log: Log;
  calls: ChargePointCalls;
  /** The other nodes that share the database. */
  cluster?: { owners: Owners; bus: Bus } | undefined;
}

/** Tells the node that owns the charge point that a command waits for it. */
const commandAsked = subject('command-asked', z.object({ chargePointId: z.string() }));
/** Tells other nodes that a command has its answer, or will never have one. */
const commandEnded = subject('command-ended', z.object({ id: z.string() }));
/** Tells other nodes that a command has changed, so that followers read it at once. */
const commandChanged = subject('command-changed', z.object({ chargePointId: z.string() }));

export type Commands = ReturnType<typeof createCommands>;

/**
 * The operator's commands to charge points. A command is stored before it is sent, and marked as sent before it goes
 * out. If the server dies in between, nothing is sent twice, and the command ends as unknown.
 */
export function createCommands(options: CommandsOptions) {
  const { database, clock, log, operationRules, hasBoughtSession, hasTls, cluster } = options;
  const owners = cluster?.owners ?? SINGLE_NODE;
  const waiters = createWaiters(clock);
  const streams = createCommandStreams({ database, clock });
  function publishChanged(chargePointId: string): void {
    streams.noteChanged(chargePointId);
    cluster?.bus.publish(commandChanged, { chargePointId });
  }
  const sender = createCommandSender({
    ...options,
    onChanged: publishChanged,
    onEnded(id) {
      waiters.wake(id);
      cluster?.bus.publish(commandEnded, { id });
    },
  });
  cluster?.bus.subscribe(commandEnded, ({ id }) => waiters.wake(id));
  cluster?.bus.subscribe(commandChanged, ({ chargePointId }) => streams.noteChanged(chargePointId));
  cluster?.bus.subscribe(commandAsked, ({ chargePointId }) => {
    if (owners.owns(chargePointId)) sender.sendWaiting(chargePointId);
  });

  /**
   * Sends the commands that wait for a charge point, here or on the node that owns it. That node also looks for itself,
   * in case the message is lost.
   */
  async function sendHereOrElsewhere(chargePointId: string): Promise<void> {
    const isElsewhere = !owners.owns(chargePointId) && (await owners.otherOwnerOf(chargePointId)) !== undefined;
    if (isElsewhere) cluster?.bus.publish(commandAsked, { chargePointId });
    else sender.sendWaiting(chargePointId);
  }

  // Most charge points that restart, often many at once, have no open command.
  const hasTasks = createGroupedStatement<string, boolean>(async (ids) => {
    const asked = await store.listWithTasks(database, ids, clock.now());
    return ids.map((id) => asked.has(id));
  });

  return {
    /** Stores a command and sends it if possible. See `askCommand` for what it throws. */
    async ask(request: CommandRequest): Promise<store.Command> {
      const command = await askCommand(database, options, clock.now(), request);
      publishChanged(command.chargePointId);
      if (command.state === 'asked')
        sendHereOrElsewhere(command.chargePointId).catch((error: unknown) =>
          log.warn(
            { event: 'charge_point.command_waits', id: command.id, error },
            'a command could not be sent; trying again',
          ),
        );
      return command;
    },

    /** Resolves to the command when it has its answer, or after `maxMs` as it is then. Throws command_unknown. */
    waitForAnswer: (id: string, maxMs: number): Promise<store.Command> =>
      waiters.waitFor(
        id,
        maxMs,
        async () => (await store.findCommand(database, id)) ?? refuse('command_unknown'),
        ({ state }) => isUnanswered(state),
      ),

    /** The permission that staff need for an operation. */
    getPermission: (operation: string, payload: object) => operationRules.permissionFor(operation, payload),

    /** Throws command_unknown, also if the command belongs to another charge point. */
    async find(chargePointId: string, id: string): Promise<store.Command & { followUps: store.FollowUp[] }> {
      const command = await store.findCommand(database, id);
      if (command?.chargePointId !== chargePointId) return refuse('command_unknown');
      return { ...command, followUps: await store.listFollowUps(database, id) };
    },

    /** Follows the changes of a charge point's commands. */
    follow: streams.follow,

    /** Ends all streams and refuses new ones, because the server ends. */
    endStreams: streams.endAll,

    /** Newest first. */
    list: (filter: store.CommandFilter, page: Page) => store.listCommands(database, filter, page),

    /**
     * Ends commands that an earlier run of this server had sent, because their outcome is unknown. Other nodes do the
     * same for theirs.
     */
    async endSentBefore(): Promise<void> {
      if (owners.isShared) return;
      await store.endSentCommands(database, clock.now(), {
        state: 'timed_out',
        problem: 'the server ended before the answer came',
        endedAt: clock.now(),
      });
    },

    /** Sends waiting commands, including those from the command line, and ends those that have waited too long. */
    async checkCommands(): Promise<void> {
      const now = clock.now();
      await store.endSilentCommands(database, now, {
        state: 'failed',
        problem: 'nothing more was heard',
        endedAt: now,
      });
      await store.endSentCommands(database, new Date(now.getTime() - SENT_FOR_MS), {
        state: 'timed_out',
        problem: 'no answer could be kept',
        endedAt: now,
      });
      const asked = await store.listChargePointsWithWaitingCommands(database);
      const elsewhere = await owners.withOtherOwners(asked);
      for (const chargePointId of asked)
        if (!elsewhere.has(chargePointId) && !sender.isSending(chargePointId)) sender.sendWaiting(chargePointId);
    },

    /** Stores an answer that came after its timeout. */
    async answeredLate(chargePointId: string, id: string, answer: CallAnswer): Promise<void> {
      await database.transaction(async (tx) => {
        const command = await store.lockCommand(tx, id);
        if (command?.chargePointId === chargePointId)
          await recordOutcome(tx, { operationRules, hasBoughtSession, hasTls, now: clock.now() }, id, answer);
      });
      publishChanged(chargePointId);
    },

    /** Stores a charge point's progress report. */
    async taskReported(report: TaskReport): Promise<void> {
      if (!(await hasTasks(report.chargePointId))) return;
      await database.transaction((tx) => recordTaskReport(tx, report, clock.now()));
      publishChanged(report.chargePointId);
    },

    /** Resolves when no command is being sent. */
    close: (): Promise<void> => sender.close(),

    async purgeExpired(): Promise<void> {
      const now = clock.now();
      await store.purgeCommands(database, new Date(now.getTime() - KEEP_COMMANDS_MS));
      await purgeReservations(database, now);
    },
  };
}

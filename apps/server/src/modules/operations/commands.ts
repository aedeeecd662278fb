import type { Database, Tx } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { deletePendingSecret, savePendingSecret } from '#modules/network/index.ts';
import { askCommand, type AskPorts, type CommandRequest } from './ask-command.ts';
import { withoutSecrets } from './blanked.ts';
import type { CallAnswer, CallOutcome, ChargePointCalls, JobReport } from './charge-point-calls.ts';
import { isUnanswered } from './command-state.ts';
import * as store from './commands.store.ts';
import { keepEffects } from './effects.ts';
import { refuse } from './operations.failures.ts';

const KEEP_COMMANDS_MS = 365 * DAY_MS;
/** Longer than any call waits for its answer: what is on its way for so long could not be kept. */
const SENT_FOR_MS = 5 * MINUTE_MS;
const SECRET_OPEN =
  'nobody knows yet whether the charger has the secret sent before; ask again once it has come with it, or set one by hand';

export interface CommandsOptions extends AskPorts {
  database: Database;
  clock: Clock;
  log: Log;
  calls: ChargePointCalls;
}

export type Commands = ReturnType<typeof createCommands>;

/**
 * What the operator asks of charge points. Each command is a row before it is a message, and is marked as sent before it is: a server
 * that dies in between sends nothing twice, and says that it does not know what became of it.
 */
export function createCommands({ database, clock, log, calls, rules, hasPaidCharge }: CommandsOptions) {
  const begunAt = clock.now();
  /** One command after the other, by charge point. */
  const lines = new Map<string, Promise<void>>();
  /** Who waits for an answer, by command. */
  const waiting = new Map<string, Set<() => void>>();

  function run(chargePointId: string): void {
    const line = (lines.get(chargePointId) ?? Promise.resolve())
      .then(() => sendAsked(chargePointId))
      .catch((error: unknown) =>
        log.error(
          { event: 'charge_point.command_failed', chargePointId, error },
          'a command waits; it is looked at again',
        ),
      )
      .finally(() => {
        if (lines.get(chargePointId) === line) lines.delete(chargePointId);
      });
    lines.set(chargePointId, line);
  }

  async function sendAsked(chargePointId: string): Promise<void> {
    for (const command of await store.listAsked(database, chargePointId)) await send(command);
  }

  async function send(command: store.Command): Promise<void> {
    const { id, chargePointId, operation, payload } = command;
    const now = clock.now();
    if (command.deadlineAt <= now) return refuseToSend(command, 'late');
    if (!calls.isOnline(chargePointId)) {
      // Charge points find back to a server that has just begun.
      const waits = command.isPatient || command.askedAt < begunAt;
      return waits ? undefined : refuseToSend(command, 'offline');
    }
    const { followsForMs } = rules.jobOf(operation, payload);
    const sent = {
      state: 'sent',
      sentAt: now,
      payload: withoutSecrets(payload),
      ...(followsForMs !== undefined && { followUntilAt: new Date(now.getTime() + followsForMs) }),
    } as const;
    const secretHash = rules.secretHashIn(operation, payload);
    const taken = await database.transaction(async (tx) => {
      const ours = await store.changeCommand(tx, id, ['asked'], sent);
      if (!ours || secretHash === undefined || (await savePendingSecret(tx, chargePointId, secretHash))) return ours;
      await store.changeCommand(tx, id, ['sent'], { ...refused(SECRET_OPEN), sentAt: null });
      return 'refused';
    });
    if (taken === 'refused') tell(id);
    if (!taken || taken === 'refused') return;
    const outcome = await calls.call(chargePointId, { id, operation, payload });
    await database.transaction(async (tx) => {
      if (outcome.kind === 'unsent' && secretHash !== undefined) await deletePendingSecret(tx, chargePointId);
      await settle(tx, id, outcome);
    });
    tell(id);
  }

  const refused = (problem: string) => ({ state: 'refused', problem, endedAt: clock.now() }) as const;

  async function refuseToSend({ id, payload }: store.Command, problem: string): Promise<void> {
    await store.changeCommand(database, id, ['asked'], { ...refused(problem), payload: withoutSecrets(payload) });
    tell(id);
  }

  async function settle(tx: Tx, id: string, outcome: CallOutcome): Promise<void> {
    const command = await store.lockCommand(tx, id);
    if (!command || !mayHaveAnswer(command)) return;
    const now = clock.now();
    if (outcome.kind === 'unsent') {
      await store.changeCommand(tx, id, ['sent'], {
        state: 'refused',
        problem: outcome.why,
        endedAt: now,
        sentAt: null,
      });
    } else if (outcome.kind === 'silent') {
      await store.changeCommand(tx, id, ['sent'], { state: 'timed_out', problem: 'no answer', endedAt: now });
    } else await keepAnswer(tx, command, outcome);
  }

  async function keepAnswer(tx: Tx, command: store.Command, answer: CallAnswer): Promise<void> {
    const { id, chargePointId, operation, payload, state } = command;
    const now = clock.now();
    const answered = { answeredAt: now, isLate: state === 'timed_out', problem: null };
    const meaning = rules.meaningOf(operation, payload, answer);
    const change = (to: store.CommandChange) => store.changeCommand(tx, id, [state], { ...answered, ...to });
    await keepEffects(tx, chargePointId, meaning.effects, now);
    if (hasEndedByWord(command)) {
      const { code, payload: told } =
        answer.kind === 'error'
          ? { code: answer.code, payload: { details: answer.details } }
          : { ...answer, code: null };
      await store.changeCommand(tx, id, [state], { answeredAt: now, errorCode: code, answer: withoutSecrets(told) });
      return;
    }
    if (answer.kind === 'error') {
      const { code, description, details } = answer;
      await change({
        state: 'error',
        errorCode: code,
        problem: description,
        answer: withoutSecrets({ details }),
        endedAt: now,
      });
      return;
    }
    if (meaning.endsEarlier) await endEarlier(tx, command);
    const kept = { answer: withoutSecrets(answer.payload) };
    const { isTaken, followsForMs } = meaning;
    if (isTaken && followsForMs !== undefined)
      await change({
        ...kept,
        state: 'following',
        endedAt: null,
        followUntilAt: new Date(now.getTime() + followsForMs),
      });
    else await change({ ...kept, state: isTaken ? 'done' : 'failed', endedAt: now });
  }

  /** The charge point has given up what it was doing for this. */
  async function endEarlier(tx: Tx, { id, chargePointId, job }: store.Command): Promise<void> {
    for (const earlier of job ? await store.listFollowing(tx, chargePointId, job) : []) {
      if (earlier !== id)
        await store.changeCommand(tx, earlier, ['following'], {
          state: 'failed',
          problem: 'given up for a later one',
          endedAt: clock.now(),
        });
    }
  }

  function tell(id: string): void {
    for (const wake of waiting.get(id) ?? []) wake();
  }

  return {
    /** Keeps a command and sends it, if it can be. See `askCommand` for what it throws. */
    async ask(request: CommandRequest): Promise<store.Command> {
      const command = await askCommand(database, { rules, hasPaidCharge }, clock.now(), request);
      if (command.state === 'asked') run(command.chargePointId);
      return command;
    },

    /** The command once it has its answer, or as it is after so long. Throws command_unknown. */
    async whenAnswered(id: string, maxMs: number): Promise<store.Command> {
      const find = async () => (await store.findCommand(database, id)) ?? refuse('command_unknown');
      const { promise: told, resolve: wake } = Promise.withResolvers<void>();
      const wakers = waiting.get(id) ?? new Set();
      waiting.set(id, wakers.add(wake));
      const cancel = clock.after(maxMs, wake);
      try {
        const command = await find();
        if (!isUnanswered(command.state)) return command;
        await told;
        return await find();
      } finally {
        cancel();
        wakers.delete(wake);
        if (wakers.size === 0) waiting.delete(id);
      }
    },

    /** What an operation wants of whoever asks. */
    careOf: (operation: string, payload: object) => rules.careOf(operation, payload),

    /** Throws command_unknown, also for that of another charge point. */
    async find(chargePointId: string, id: string): Promise<store.Command & { followUps: store.FollowUp[] }> {
      const command = await store.findCommand(database, id);
      if (command?.chargePointId !== chargePointId) return refuse('command_unknown');
      return { ...command, followUps: await store.listFollowUps(database, id) };
    },

    /** The newest first. */
    list: (filter: store.CommandFilter, page: Page) => store.listCommands(database, filter, page),

    /** The server begins: nobody knows what became of what was on its way. */
    async begin(): Promise<void> {
      await store.timeOutSent(database, clock.now(), {
        state: 'timed_out',
        problem: 'the server ended before the answer came',
        endedAt: clock.now(),
      });
    },

    /** Sends what waits, also what the command line has asked, and ends what was waited for in vain. */
    async checkAll(): Promise<void> {
      const now = clock.now();
      await store.failSilent(database, now, { state: 'failed', problem: 'nothing more was heard', endedAt: now });
      await store.timeOutSent(database, new Date(now.getTime() - SENT_FOR_MS), {
        state: 'timed_out',
        problem: 'no answer could be kept',
        endedAt: now,
      });
      for (const chargePointId of await store.listAskedChargePoints(database))
        if (!lines.has(chargePointId)) run(chargePointId);
    },

    /** An answer that nobody waits for any more. */
    async answeredLate(chargePointId: string, id: string, answer: CallAnswer): Promise<void> {
      await database.transaction(async (tx) => {
        const command = await store.lockCommand(tx, id);
        if (command?.chargePointId === chargePointId) await settle(tx, id, answer);
      });
    },

    /** A charge point tells how it gets on with what it was asked. */
    async jobTold({ chargePointId, job, requestId, action, payload, end }: JobReport): Promise<void> {
      await database.transaction(async (tx) => {
        const command = await store.lockJob(tx, chargePointId, { job, requestId, now: clock.now() });
        if (!command) return;
        await store.insertFollowUp(tx, { commandId: command.id, at: clock.now(), action, payload });
        if (!end) return;
        const { isGood, word } = end;
        // It says what became of it also where the answer comes later or never. Before the answer a boot may be of before it was asked.
        const from =
          job === 'boot' ? (['following', 'timed_out'] as const) : (['sent', 'following', 'timed_out'] as const);
        await store.changeCommand(tx, command.id, from, {
          state: isGood ? 'done' : 'failed',
          problem: isGood ? null : word,
          endedAt: clock.now(),
        });
      });
    },

    /** A reservation that a charge began by is over. */
    reservationUsed: (chargePointId: string, reservationId: number): Promise<void> =>
      store.deleteHoldings(database, chargePointId, 'reservation', [String(reservationId)]),

    /** Settles when nothing is on its way. */
    async close(): Promise<void> {
      await Promise.all(lines.values());
    },

    purgeExpired: (): Promise<void> =>
      store.purgeCommands(database, new Date(clock.now().getTime() - KEEP_COMMANDS_MS)),
  };
}

/** The charge point told how it ended before it had answered. */
const hasEndedByWord = ({ state, answeredAt }: store.Command): boolean =>
  (state === 'done' || state === 'failed') && answeredAt === null;

const mayHaveAnswer = (command: store.Command): boolean =>
  command.state === 'sent' || command.state === 'timed_out' || hasEndedByWord(command);

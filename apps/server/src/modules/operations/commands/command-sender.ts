import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { findFirmwareVersion, savePendingProfile, savePendingSecret } from '#modules/network/index.ts';
import type { ChargePointCalls } from '../charge-point-calls.ts';
import { operationsRefusals } from '../operations.refusals.ts';
import { redactSecrets } from '../redaction.ts';
import { findRefusalReason, type AskPorts } from './ask-command.ts';
import { followUntil } from './command-state.ts';
import * as store from './commands.store.ts';
import { recordOutcome, retryCommand } from './record-answers.ts';

const SECRET_PENDING =
  'nobody knows yet whether the charger has the secret sent before; ask again once it has come with it, or set one by hand';

export interface SendingOptions extends AskPorts {
  database: Database;
  clock: Clock;
  log: Log;
  calls: ChargePointCalls;
  /** Called for each command that has its answer, or will never have one. */
  onEnded: (id: string) => void;
  /** Called with the charge point's id for each command that has changed. */
  onChanged: (chargePointId: string) => void;
}

/** Sends waiting commands, one at a time for each charge point. */
export function createCommandSender({ database, clock, log, calls, onEnded, onChanged, ...ports }: SendingOptions) {
  const { operationRules } = ports;
  const begunAt = clock.now();
  /** The sending in progress, by charge point. */
  const sendingOf = new Map<string, Promise<void>>();

  async function sendAsked(chargePointId: string): Promise<void> {
    for (const command of await store.listWaitingCommands(database, chargePointId)) await send(command);
  }

  async function send(command: store.Command): Promise<void> {
    const { id, chargePointId, operation, payload } = command;
    if (command.deadlineAt <= clock.now()) return refuseToSend(command, 'late');
    if (!calls.isOnline(chargePointId)) {
      // When the server has just started, charge points need time to reconnect.
      const waits = command.isPatient || command.askedAt < begunAt;
      return waits ? undefined : refuseToSend(command, 'offline');
    }
    if (await database.transaction((tx) => markSent(tx, id))) {
      onChanged(chargePointId);
      const outcome = await calls.call(chargePointId, { id, operation, payload });
      const now = clock.now();
      const waits = outcome.kind === 'unsent' && command.isPatient && command.deadlineAt > now;
      await database.transaction((tx) =>
        waits ? retryCommand(tx, { ...ports, now }, command) : recordOutcome(tx, { ...ports, now }, id, outcome),
      );
      onChanged(chargePointId);
      if (waits) return;
    }
    onEnded(id);
  }

  /** Returns true if the command may be sent: no other node has sent it, and nothing forbids it now. */
  async function markSent(tx: Tx, id: string): Promise<boolean> {
    const command = await store.lockCommand(tx, id);
    if (command?.state !== 'asked') return false;
    const now = clock.now();
    const secretHash = operationRules.secretHashIn(command.operation, command.payload) ?? null;
    const problem = await findProblemNow(tx, command, secretHash);
    const change = problem === undefined ? { ...(await sentChange(tx, command, now)), secretHash } : refused(problem);
    await store.changeCommand(tx, id, ['asked'], { ...change, payload: redactSecrets(command.payload) });
    return problem === undefined;
  }

  async function sentChange(
    tx: Tx,
    { chargePointId, operation, payload }: store.Command,
    now: Date,
  ): Promise<store.CommandChange> {
    const { task, followsForMs, followsFrom } = operationRules.taskOf(operation, payload);
    const followUntilAt = followsForMs === undefined ? null : followUntil(now, followsForMs, followsFrom);
    const isUpdate = task === 'firmware' || task === 'signed firmware';
    const firmwareBefore = isUpdate ? await findFirmwareVersion(tx, chargePointId) : null;
    return { state: 'sent', sentAt: now, followUntilAt, firmwareBefore };
  }

  /**
   * Returns why the command must not be sent now. If it sets a secret or security profile, that becomes valid from now
   * on.
   */
  async function findProblemNow(
    tx: Tx,
    command: store.Command,
    secretHash: string | null,
  ): Promise<string | undefined> {
    const { chargePointId, operation, payload, isForced } = command;
    const refusalReason = await findRefusalReason(tx, ports, command, { now: clock.now(), isForced });
    if (refusalReason) return operationsRefusals[refusalReason].en();
    const profile = operationRules.profileIn(operation, payload);
    if (profile !== undefined) await savePendingProfile(tx, chargePointId, profile);
    const isOpen = secretHash !== null && !(await savePendingSecret(tx, chargePointId, secretHash));
    return isOpen ? SECRET_PENDING : undefined;
  }

  const refused = (problem: string): store.CommandChange => ({ state: 'refused', problem, endedAt: clock.now() });

  async function refuseToSend({ id, payload }: store.Command, problem: string): Promise<void> {
    await store.changeCommand(database, id, ['asked'], { ...refused(problem), payload: redactSecrets(payload) });
    onEnded(id);
  }

  return {
    /** Sends the commands that wait for a charge point, after those in progress. */
    sendWaiting(chargePointId: string): void {
      const line = (sendingOf.get(chargePointId) ?? Promise.resolve())
        .then(() => sendAsked(chargePointId))
        .catch((error: unknown) =>
          log.error(
            { event: 'charge_point.command_failed', chargePointId, error },
            'commands could not be checked; trying again',
          ),
        )
        .finally(() => {
          if (sendingOf.get(chargePointId) === line) sendingOf.delete(chargePointId);
        });
      sendingOf.set(chargePointId, line);
    },

    isSending: (chargePointId: string): boolean => sendingOf.has(chargePointId),

    /** Resolves when no command is being sent. */
    async close(): Promise<void> {
      await Promise.all(sendingOf.values());
    },
  };
}

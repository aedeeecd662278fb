import type { Database } from '#db/database.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { isUnanswered, type Commands, type OperationRules } from '#modules/operations/index.ts';
import type { FaultFacts, FaultRule } from './fault-rule.ts';
import * as store from './faults.store.ts';

/** How long a remote fix waits for a charge point that has just lost its link. */
const FIX_WITHIN_MS = 15 * MINUTE_MS;

export interface FaultFixesOptions {
  database: Database;
  commands: Pick<Commands, 'ask' | 'find'>;
  operationRules: Pick<OperationRules, 'restart' | 'connectorUnlock'>;
  isOnline(chargePointId: string): boolean;
}

/** Requests the remote fixes of a fault, and reads how they went. */
export function createFaultFixes({ database, commands, operationRules, isOnline }: FaultFixesOptions) {
  async function factsOf(fault: store.OpenFault): Promise<FaultFacts> {
    const { chargePointId, state, changedAt, fixIndex } = fault;
    return {
      state,
      changedAt,
      fixIndex,
      answer: await answerOf(fault),
      hasStarted: await store.hasStartedSince(database, fault, fault.failingSince),
      isIdle: isOnline(chargePointId) && !(await store.isInUse(database, chargePointId)),
    };
  }

  async function answerOf({
    state: faultState,
    chargePointId,
    commandId,
  }: store.OpenFault): Promise<FaultFacts['answer']> {
    // A fault on trial or at rest waits for no fix. Its command may be deleted by then.
    if (commandId === null || faultState !== 'fixing') return 'none';
    const { state } = await commands.find(chargePointId, commandId);
    if (isUnanswered(state) || state === 'following') return 'awaited';
    return state === 'done' ? 'done' : 'failed';
  }

  /** Asks the charge point for the fix that is due. Returns the id of the command. */
  async function askFor(fault: store.OpenFault, rule: FaultRule, now: Date): Promise<string> {
    const { id, chargePointId, connector, tries, fixIndex } = fault;
    const { operation, payload } =
      rule.fixes[fixIndex] === 'unlock' ? operationRules.connectorUnlock(connector) : operationRules.restart;
    const command = await commands.ask({
      chargePointId,
      operation,
      payload,
      deadlineAt: new Date(now.getTime() + FIX_WITHIN_MS),
      // If the server ends in between, the command is asked only once all the same.
      idempotencyKey: `fault ${id} ${tries} ${fixIndex}`,
      askedBy: 'fault rule',
    });
    return command.id;
  }

  return { factsOf, askFor };
}

import type { Tx } from '#db/database.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { deletePendingProfile, deletePendingSecret } from '#modules/network/index.ts';
import type { CallAnswer, CallOutcome } from '../charge-point-calls.ts';
import { redactSecrets } from '../redaction.ts';
import { acceptCommand, type AskPorts } from './ask-command.ts';
import { followUntil } from './command-state.ts';
import * as store from './commands.store.ts';
import { recordEffects } from './effects.ts';

/** As many as any list in a charge point is made of. */
const MAX_ACCEPTED_PAYLOADS = 200;

interface AnswerContext extends AskPorts {
  now: Date;
}

/** Stores the outcome of a call, in time or late. A command that has ended does not change. */
export async function recordOutcome(tx: Tx, context: AnswerContext, id: string, outcome: CallOutcome): Promise<void> {
  const command = await store.lockCommand(tx, id);
  if (!command || !mayHaveAnswer(command)) return;
  const { now } = context;
  if (outcome.kind === 'unsent') {
    await undoSending(tx, context, command);
    await store.changeCommand(tx, id, ['sent'], { state: 'refused', problem: outcome.why, endedAt: now, sentAt: null });
  } else if (outcome.kind === 'silent')
    await store.changeCommand(tx, id, ['sent'], { state: 'timed_out', problem: 'no answer', endedAt: now });
  else await saveAnswer(tx, context, command, outcome);
}

/** Puts a command that was never sent back in the queue, with its original payload. */
export async function retryCommand(tx: Tx, context: AnswerContext, { id, payload }: store.Command): Promise<void> {
  const command = await store.lockCommand(tx, id);
  if (command?.state !== 'sent') return;
  await undoSending(tx, context, command);
  const before = { sentAt: null, followUntilAt: null, firmwareBefore: null, secretHash: null };
  await store.changeCommand(tx, id, ['sent'], { state: 'asked', payload, ...before });
}

/** Takes back the secret or security profile that was activated when the command was marked as sent. */
async function undoSending(tx: Tx, { operationRules }: AnswerContext, command: store.Command): Promise<void> {
  const { chargePointId, operation, payload, secretHash } = command;
  if (secretHash !== null) await deletePendingSecret(tx, chargePointId, secretHash);
  const profile = operationRules.profileIn(operation, payload);
  if (profile !== undefined) await deletePendingProfile(tx, chargePointId, profile);
}

async function saveAnswer(tx: Tx, context: AnswerContext, command: store.Command, answer: CallAnswer): Promise<void> {
  const { operationRules, now } = context;
  const { id, operation, payload, state } = command;
  const { isTaken, effects, followsForMs, followsFrom, endsEarlier } = operationRules.meaningOf(
    operation,
    payload,
    answer,
  );
  await recordEffects(tx, command, effects, now);
  if (endsEarlier) await endEarlier(tx, command, now);
  const change = (to: store.CommandChange) =>
    store.changeCommand(tx, id, [state], { ...storedAnswer(answer), answeredAt: now, ...to });
  if (hasEndedByReport(command)) await change({});
  else if (isTaken && followsForMs !== undefined) {
    const followUntilAt = followUntil(now, followsForMs, followsFrom);
    await change({ state: 'following', isLate: isLate(command), problem: null, endedAt: null, followUntilAt });
  } else {
    const end = answer.kind !== 'answered' ? 'error' : isTaken ? 'done' : 'failed';
    await change({ state: end, isLate: isLate(command), problem: problemIn(answer), endedAt: now });
  }
  await acceptNextCommand(tx, context, command, answer);
}

/** Stores the follow-up command that this answer calls for. The server sends it in its next round. */
async function acceptNextCommand(
  tx: Tx,
  context: AnswerContext,
  command: store.Command,
  answer: CallAnswer,
): Promise<void> {
  const { id, chargePointId, operation, payload, isPatient, deadlineAt } = command;
  const { operationRules, now } = context;
  const listAcceptedPayloads = () =>
    store.listAcceptedPayloads(tx, { chargePointId, operation }, MAX_ACCEPTED_PAYLOADS);
  const next = await operationRules.nextAfter(operation, payload, answer, listAcceptedPayloads);
  if (!next) return;
  const until = isPatient && deadlineAt > now ? deadlineAt : undefined;
  const request = { chargePointId, operation, payload: { ...next }, deadlineAt: until, askedBy: `after ${id}` };
  // A follow-up that cannot be sent, such as a list too long for one message, is logged. The answer is stored all the
  // same.
  await acceptCommand(tx, context, now, request).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
  });
}

function problemIn(answer: CallAnswer): string | null {
  if (answer.kind === 'error') return answer.description;
  return answer.kind === 'unreadable' ? answer.problem : null;
}

function storedAnswer(answer: CallAnswer): store.CommandChange {
  if (answer.kind === 'unreadable') return {};
  if (answer.kind === 'answered') return { answer: redactSecrets(answer.payload) };
  return { errorCode: answer.code, answer: redactSecrets({ details: answer.details }) };
}

/** Ends the earlier task that the charge point has dropped for this one. */
async function endEarlier(tx: Tx, { id, chargePointId, task }: store.Command, now: Date): Promise<void> {
  const earlier = task ? await store.listFollowing(tx, chargePointId, task) : [];
  for (const other of earlier.filter((one) => one !== id))
    await store.changeCommand(tx, other, ['following'], {
      state: 'failed',
      problem: 'given up for a later one',
      endedAt: now,
    });
}

const isLate = ({ state }: store.Command): boolean => state === 'timed_out';

/** True if the charge point reported the end of the task before it answered. */
const hasEndedByReport = ({ state, answeredAt }: store.Command): boolean =>
  (state === 'done' || state === 'failed') && answeredAt === null;

const mayHaveAnswer = (command: store.Command): boolean =>
  command.state === 'sent' || isLate(command) || hasEndedByReport(command);

import { operatorApi } from '@bijli/contract/operator-api';
import type { Database } from '#db/database.ts';
import { pageOf } from '#db/pagination.ts';
import { idempotencyKeyOf } from '#http/calls/idempotency-key.ts';
import { askedByStaff, type OperatorHttp, type StaffCaller } from '#http/calls/operator.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { INVALID } from './commands/ask-command.ts';
import type { CommandWithFollowUps } from './commands/command-streams.ts';
import type { Command } from './commands/commands.store.ts';
import type { Commands } from './commands/commands.ts';
import { listMessages, type ChargePointMessage } from './message-log/message-log.store.ts';
import { refuse } from './operations.refusals.ts';
import { redactTagsInText, redactSecrets, redactTags } from './redaction.ts';

const MESSAGES_LISTED = 200;

/** The operator's endpoints for commands to charge points and for their message log. */
export function operationsRoutes({ serveOperator }: OperatorHttp, commands: Commands, database: Database): void {
  serveOperator(operatorApi.commandCharger, async ({ body, params, query, staff, request, need, note, record }) => {
    const { operation, payload = {}, deadline, force } = body;
    const chargePointId = params.charger_id;
    // The audit is kept forever, so it does not store the payload of a command that was refused.
    note({ object: `charger ${chargePointId}`, after: { operation } });
    need(`chargers.${commands.getPermission(operation, payload)}`);
    const { id, state, problem } = await commands.ask({
      chargePointId,
      operation,
      payload,
      askedBy: askedByStaff(staff),
      deadlineAt: deadline === undefined ? undefined : new Date(deadline),
      idempotencyKey: idempotencyKeyOf(request),
      isForced: force === true,
      record: (tx, command) =>
        record(tx, { after: { operation, payload: redactSecrets(payload), command: command.id } }),
    });
    note({ after: { operation, command: id } });
    if (state === 'refused' && problem?.startsWith(INVALID))
      refuse('payload_invalid', { problem: problem.slice(INVALID.length) });
    if (query.wait !== undefined) await commands.waitForAnswer(id, Number(query.wait) * SECOND_MS);
    return { command: commandReply(await commands.find(chargePointId, id), staff) };
  });

  serveOperator(operatorApi.listChargerCommands, async ({ params, query, staff }) => {
    const { state, operation } = query;
    const filter = { chargePointId: params.charger_id, state, operation };
    const { rows, next } = await commands.list(filter, pageOf(query));
    return { commands: rows.map((row) => reply(row, staff)), ...(next !== undefined && { next }) };
  });

  serveOperator(operatorApi.getChargerCommand, async ({ params, staff }) => ({
    command: commandReply(await commands.find(params.charger_id, params.command_id), staff),
  }));

  serveOperator(operatorApi.listChargerMessages, async ({ params, query, staff }) => {
    const { from, to, limit } = query;
    const messages = await listMessages(database, params.charger_id, {
      since: from === undefined ? undefined : new Date(from),
      until: to === undefined ? undefined : new Date(to),
      limit: Number(limit ?? MESSAGES_LISTED),
    });
    return { messages: messages.map((message) => messageReply(message, staff)) };
  });
}

const momentOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Staff who may see commands need another permission to see who charges. */
const seesTags = ({ permissions }: StaffCaller): boolean => permissions.has('tokens.see');

function reply(command: Command, staff: StaffCaller) {
  const shown = <T>(payload: T): T => (seesTags(staff) ? payload : redactTags(payload));
  const { id, chargePointId, operation, payload, state, problem, answer, errorCode, isLate, askedBy } = command;
  return {
    id,
    charger_id: chargePointId,
    operation,
    payload: shown(redactSecrets(payload)) as Record<string, unknown>,
    state,
    problem,
    answer: shown(answer),
    error_code: errorCode,
    late: isLate,
    asked_by: askedBy,
    asked_at: command.askedAt.toISOString(),
    deadline_at: command.deadlineAt.toISOString(),
    sent_at: momentOf(command.sentAt),
    answered_at: momentOf(command.answeredAt),
    ended_at: momentOf(command.endedAt),
  };
}

/** A command as JSON for staff, with the reports that followed it. */
export function commandReply({ followUps, ...command }: CommandWithFollowUps, staff: StaffCaller) {
  const followUpsOnWire = followUps.map(({ at, action, payload }) => ({
    at: at.toISOString(),
    action,
    payload: payload as Record<string, unknown>,
  }));
  return { ...reply(command, staff), follow_ups: followUpsOnWire };
}

function messageReply(message: ChargePointMessage, staff: StaffCaller) {
  const { at, direction, action, messageId, frame, answerCode, answer, latencyMs } = message;
  const shown = (text: string): string => (seesTags(staff) ? text : redactTagsInText(text));
  return {
    at: at.toISOString(),
    direction,
    action,
    message_id: messageId,
    frame: shown(frame),
    answer_code: answerCode,
    answer: answer === null ? null : shown(answer),
    latency_ms: latencyMs,
  };
}

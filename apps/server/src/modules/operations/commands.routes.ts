import type { FastifyRequest } from 'fastify';
import { operatorApi } from '@bijli/contract/operator-api';
import type { Database } from '#db/database.ts';
import { pageOf } from '#db/pagination.ts';
import type { OperatorHttp } from '#http/operator.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { withoutSecrets } from './blanked.ts';
import type { Command, FollowUp } from './commands.store.ts';
import type { Commands } from './commands.ts';
import { listMessages, type ChargePointMessage } from './message-log.store.ts';
import { refuse } from './operations.failures.ts';

const MESSAGES_LISTED = 200;
const MAX_KEY_LENGTH = 200;

/** What staff ask of charge points, and what charge points and server say to each other. */
export function commandsRoutes({ serveOperator }: OperatorHttp, commands: Commands, database: Database): void {
  serveOperator(operatorApi.commandCharger, async ({ body, params, query, staff, request, need, note }) => {
    const { operation, payload = {}, deadline, force } = body;
    const chargePointId = params.charger_id;
    note({ object: `charger ${chargePointId}`, after: { operation, payload: withoutSecrets(payload) } });
    need(`chargers.${commands.careOf(operation, payload)}`);
    const { id } = await commands.ask({
      chargePointId,
      operation,
      payload,
      askedBy: `${staff.kind} ${staff.id} ${staff.name}`,
      deadlineAt: deadline === undefined ? undefined : new Date(deadline),
      idempotencyKey: keyIn(request),
      isForced: force === true,
    });
    note({ after: { operation, payload: withoutSecrets(payload), command: id } });
    if (query.wait !== undefined) await commands.whenAnswered(id, Number(query.wait) * SECOND_MS);
    return { command: withFollowUps(await commands.find(chargePointId, id)) };
  });

  serveOperator(operatorApi.listChargerCommands, async ({ params, query }) => {
    const { state, operation } = query;
    const filter = { chargePointId: params.charger_id, state, operation };
    const { rows, next } = await commands.list(filter, pageOf(query));
    return { commands: rows.map(reply), ...(next !== undefined && { next }) };
  });

  serveOperator(operatorApi.getChargerCommand, async ({ params }) => ({
    command: withFollowUps(await commands.find(params.charger_id, params.command_id)),
  }));

  serveOperator(operatorApi.listChargerMessages, async ({ params, query }) => {
    const { from, to, limit } = query;
    const messages = await listMessages(database, params.charger_id, {
      since: from === undefined ? undefined : new Date(from),
      until: to === undefined ? undefined : new Date(to),
      limit: Number(limit ?? MESSAGES_LISTED),
    });
    return { messages: messages.map(messageReply) };
  });
}

function keyIn(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) return refuse('idempotency_key_invalid');
  return key;
}

const momentOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function reply(command: Command) {
  const { id, chargePointId, operation, payload, state, problem, answer, errorCode, isLate, askedBy } = command;
  return {
    id,
    charger_id: chargePointId,
    operation,
    payload: withoutSecrets(payload) as Record<string, unknown>,
    state,
    problem,
    answer,
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

function withFollowUps({ followUps, ...command }: Command & { followUps: FollowUp[] }) {
  const told = followUps.map(({ at, action, payload }) => ({
    at: at.toISOString(),
    action,
    payload: payload as Record<string, unknown>,
  }));
  return { ...reply(command), follow_ups: told };
}

function messageReply({ at, direction, action, messageId, frame, answerCode, answer, latencyMs }: ChargePointMessage) {
  return {
    at: at.toISOString(),
    direction,
    action,
    message_id: messageId,
    frame,
    answer_code: answerCode,
    answer,
    latency_ms: latencyMs,
  };
}

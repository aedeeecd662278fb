import type { ChargePointAction, ChargePointActions, Received } from '@bijli/ocpp/messages';
import type { Call } from '@bijli/ocpp/rpc';
import { checkSent, receive } from '@bijli/ocpp/schemas';
import type { Admission } from '#modules/network/index.ts';
import type { CommandReports } from '#modules/operations/index.ts';
import type { ChargePointReports } from '#modules/sessions/charge-points.ts';
import { fieldsOf, type ReceivedFields } from './required-field.ts';

/** What a handler knows besides the message. */
export interface HandlerContext {
  chargePointId: string;
  receivedAt: Date;
  /** Since when its link stands. */
  linkedAt: Date;
  reports: ChargePointReports;
  /** Hear what becomes of what the operator has asked. */
  commandReports: CommandReports;
  /** Hears how a boot was answered. */
  admitted: (admission: Admission) => void;
  /** Logs what a charge point does wrong, once for each charge point and action. */
  reportViolation: (action: string, problem: string) => void;
  /** Logs what a charge point says about itself. */
  log: (facts: object, message: string) => void;
}

export type Handler = (call: Call, context: HandlerContext) => Promise<object>;

/**
 * A handler for one action: the request is read leniently, the answer checked strictly. It answers when what was reported
 * is durable; an `RpcError` that it throws becomes a CALLERROR, any other error one that makes the charge point try again.
 */
export function on<A extends ChargePointAction>(
  action: A,
  handle: (
    request: Received<ChargePointActions[A]['request']>,
    context: HandlerContext,
    receivedFields: ReceivedFields,
  ) => Promise<ChargePointActions[A]['answer']>,
): Handler {
  return async (call, context) => {
    // A copy, because `receive` changes the payload.
    const receivedFields = fieldsOf(call.payload);
    const { message, violation } = receive(action, 'request', call.payload);
    if (violation) context.reportViolation(action, violation);
    const answer = await handle(message, context, receivedFields);
    checkSent(action, 'answer', answer);
    return answer;
  };
}

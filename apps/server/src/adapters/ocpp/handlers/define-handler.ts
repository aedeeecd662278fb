import type { ChargePointAction, ChargePointActions, Received } from '@bijli/ocpp/messages';
import type { Call } from '@bijli/ocpp/rpc';
import { checkSent, receive } from '@bijli/ocpp/schemas';
import type { Admission } from '#modules/network/index.ts';
import type { OperationReports } from '#modules/operations/index.ts';
import type { ChargePointReports } from '#modules/sessions/index.ts';
import { fieldsOf, type ReceivedFields } from './required-field.ts';

/** What a handler knows besides the message. */
export interface HandlerContext {
  chargePointId: string;
  receivedAt: Date;
  /** When the link was opened. */
  linkedAt: Date;
  reports: ChargePointReports;
  /** Receives what is not about charging: progress of commands, requests for certificates, security events. */
  operationReports: OperationReports;
  /** Called with the answer to a boot. */
  onAdmitted: (admission: Admission) => void;
  /** Logs a protocol violation, once for each charge point and action. */
  reportViolation: (action: string, problem: string) => void;
  /** Logs what a charge point reports about itself. */
  log: (facts: object, message: string) => void;
}

export type Handler = (call: Call, context: HandlerContext) => Promise<object>;

/**
 * Creates a handler for one action. The request is read leniently, the answer is checked strictly. It answers once the
 * report is stored. An `RpcError` becomes that CALLERROR. Any other error becomes one that makes the charge point try
 * again.
 */
export function defineHandler<A extends ChargePointAction>(
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

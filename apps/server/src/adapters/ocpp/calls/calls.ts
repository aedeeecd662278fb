import type { CentralSystemAction, CentralSystemActions, Received } from '@bijli/ocpp/messages';
import { isCentralSystemAction } from '@bijli/ocpp/operations';
import { checkSent, problemOf, receive } from '@bijli/ocpp/schemas';
import type { Log } from '#kernel/log.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { traced } from '#kernel/trace.ts';
import type { ChargePointCalls } from '#modules/operations/index.ts';
import type { ChargePoints } from '#modules/sessions/index.ts';
import { refuse, sessionsRefusals } from '#modules/sessions/sessions.refusals.ts';
import type { Admissions } from '../admissions.ts';
import type { ChargePointLink } from '../links/charge-point-link.ts';
import type { QueuePlace } from './fair-queue.ts';
import { CallErrorReceived, NoUsableResult, UnreadableResultReceived } from './outbound-calls.ts';

const IN_THE_BACKGROUND: QueuePlace = { kind: 'other', target: 'configuration' };

interface CallsOptions {
  links: ReadonlyMap<string, ChargePointLink>;
  admissions: Pick<Admissions, 'isAllowed'>;
  /** True if the charge point supports TriggerMessage for this message. */
  canTrigger: (chargePointId: string) => boolean;
  reportViolation: (chargePointId: string, action: string, problem: string) => void;
  log: Log;
}

/** Creates the functions that call charge points, for the session rules and for the operator. */
export function createCalls({ links, admissions, canTrigger, reportViolation, log }: CallsOptions) {
  async function ask<A extends CentralSystemAction>(
    link: ChargePointLink,
    chargePointId: string,
    action: A,
    request: CentralSystemActions[A]['request'],
    place = IN_THE_BACKGROUND,
  ): Promise<Received<CentralSystemActions[A]['answer']>> {
    checkSent(action, 'request', request);
    const { message, violation } = receive(
      action,
      'answer',
      await traced(`OCPP ${action}`, { kind: 'asks', facts: { chargePointId } }, () =>
        link.ask(action, request, place),
      ),
    );
    if (violation) reportViolation(chargePointId, action, violation);
    return message;
  }

  async function command(
    chargePointId: string,
    action: 'RemoteStartTransaction' | 'RemoteStopTransaction' | 'TriggerMessage' | 'Reset',
    request: CentralSystemActions[typeof action]['request'],
    place: QueuePlace,
  ): Promise<'accepted' | 'rejected'> {
    const link = links.get(chargePointId);
    if (!link || !admissions.isAllowed(chargePointId, action)) return refuse('charger_offline');
    try {
      const { status } = await ask(link, chargePointId, action, request, place);
      return status === 'Accepted' ? 'accepted' : 'rejected';
    } catch (error) {
      if (!(error instanceof NoUsableResult)) throw error;
      if (error instanceof CallErrorReceived)
        log.warn({ event: 'ocpp.command_refused', chargePointId, action, error }, 'a charge point refused a command');
      return 'rejected';
    }
  }

  const sessionCalls: ChargePoints = {
    remoteStart: (chargePointId, { connector, idTag }) => {
      const request = { connectorId: connector, idTag };
      return command(chargePointId, 'RemoteStartTransaction', request, placeOf('RemoteStartTransaction', request));
    },
    remoteStop: (chargePointId, transactionId) =>
      command(
        chargePointId,
        'RemoteStopTransaction',
        { transactionId },
        placeOf('RemoteStopTransaction', { transactionId }),
      ),
    async trigger(chargePointId, connectorId, requestedMessage) {
      if (!canTrigger(chargePointId)) return 'rejected';
      const place: QueuePlace = { kind: 'other', target: String(connectorId) };
      return command(chargePointId, 'TriggerMessage', { requestedMessage, connectorId }, place);
    },
    // Queued with the starts, so that it is not sent after a start that was requested later.
    reset: (chargePointId) => command(chargePointId, 'Reset', { type: 'Soft' }, { kind: 'start', target: 'reset' }),
  };

  /** For callers that store answers unchanged. */
  const calls: ChargePointCalls = {
    isOnline: (chargePointId) => links.get(chargePointId)?.isEnding === false,

    async call(chargePointId, { id, operation, payload }) {
      const link = links.get(chargePointId);
      if (!link) return { kind: 'unsent', why: 'offline' };
      if (!admissions.isAllowed(chargePointId, operation)) return { kind: 'unsent', why: 'not admitted' };
      let wasSent = false;
      const own = { id, onSent: () => void (wasSent = true) };
      try {
        const answer = await link.ask(operation, payload, placeOf(operation, payload), own);
        const problem = isCentralSystemAction(operation) ? problemOf(operation, 'answer', answer) : undefined;
        if (problem !== undefined) reportViolation(chargePointId, operation, problem);
        return { kind: 'answered', payload: answer };
      } catch (error) {
        if (error instanceof CallErrorReceived) {
          const { code, description, details } = error;
          return { kind: 'error', code, description, details };
        }
        if (error instanceof UnreadableResultReceived) return { kind: 'unreadable', problem: error.message };
        if (!isRefusal(error, sessionsRefusals)) throw error;
        if (wasSent) return { kind: 'silent' };
        return { kind: 'unsent', why: error.code === 'charger_offline' ? 'offline' : 'late' };
      }
    },
  };

  return { ask, sessionCalls, calls };
}

/** The queue position of a call. Calls that drivers wait for go first, whoever makes them. */
function placeOf(operation: string, payload: { connectorId?: unknown; transactionId?: unknown }): QueuePlace {
  if (operation === 'RemoteStartTransaction') return { kind: 'start', target: String(payload.connectorId) };
  if (operation === 'RemoteStopTransaction') return { kind: 'stop', target: String(payload.transactionId) };
  return { kind: 'other', target: 'operator' };
}

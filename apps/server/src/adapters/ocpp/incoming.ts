import { isKnownAction } from '@bijli/ocpp/operations';
import { RpcError, type Answer, type Call } from '@bijli/ocpp/rpc';
import type { OperationReports } from '#modules/operations/index.ts';
import type { ChargePointReports } from '#modules/sessions/index.ts';
import type { Admissions } from './admissions.ts';
import { handlers } from './handlers/all-handlers.ts';
import type { HandlerContext } from './handlers/define-handler.ts';
import type { LinkEventLog } from './links/link-event-log.ts';
import type { Violations } from './violations.ts';

/** The form of our own message ids. */
const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The receivers of charge points' reports. */
export interface Listeners {
  reports: ChargePointReports;
  operationReports: OperationReports;
}

interface IncomingOptions {
  /** Undefined until the modules listen. */
  listeners: () => Listeners | undefined;
  admissions: Admissions;
  violations: Violations;
  linkEventLog: LinkEventLog;
}

export type Incoming = ReturnType<typeof createIncoming>;

/** Handles messages that charge points send on their own, and late answers. */
export function createIncoming({ listeners, admissions, violations, linkEventLog }: IncomingOptions) {
  return {
    /** Answers a call. Throws RpcError if it cannot be answered. */
    async handle(
      chargePointId: string,
      call: Call,
      times: Pick<HandlerContext, 'receivedAt' | 'linkedAt'>,
    ): Promise<object> {
      const handler = handlers.get(call.action);
      if (!handler) throw new RpcError(isKnownAction(call.action) ? 'NotSupported' : 'NotImplemented', 'not done here');
      const listening = listeners();
      if (!listening) throw new RpcError('InternalError', 'not ready');
      listening.reports.noteHeard(chargePointId, times.receivedAt);
      return handler(call, {
        chargePointId,
        ...times,
        ...listening,
        reportViolation: (action, problem) => violations.report(chargePointId, action, problem),
        onAdmitted: (admission) => admissions.set(chargePointId, admission),
        log: (facts, message) => linkEventLog.logOwnReport(chargePointId, message, facts),
      });
    },

    /** Stores late answers to the operator's commands, also of commands that another server has sent. */
    handleLateAnswer(chargePointId: string, answer: Answer): void {
      if (!OWN_ID.test(answer.id)) return;
      const kept = answer.kind === 'result' ? ({ ...answer, kind: 'answered' } as const) : answer;
      listeners()
        ?.operationReports.answeredLate(chargePointId, answer.id, kept)
        .catch((error: unknown) => {
          linkEventLog.count('ocpp.late_answer_lost', 'a late answer of a charge point was not stored', {
            chargePointId,
            error,
          });
        });
    },
  };
}

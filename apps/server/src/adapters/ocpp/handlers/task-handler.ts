import type { ChargePointTask } from '#modules/operations/index.ts';
import { defineHandler, type Handler } from './define-handler.ts';
import { isRequestId } from './received-numbers.ts';
import { requiredField } from './required-field.ts';

type TaskAction =
  | 'DiagnosticsStatusNotification'
  | 'FirmwareStatusNotification'
  | 'LogStatusNotification'
  | 'SignedFirmwareStatusNotification';

/** Slightly more than OCPP's longest status. */
const MAX_STATUS_LENGTH = 50;

/**
 * Creates a handler for the progress of an upload or an update, which is stored with its command. `ends` lists the
 * statuses that end the task: true for success. `Idle` only answers a trigger.
 */
export function defineTaskHandler(action: TaskAction, task: ChargePointTask, ends: Record<string, boolean>): Handler {
  const isGoodBy = new Map(Object.entries(ends));
  return defineHandler(action, async (request, { chargePointId, operationReports, log }, receivedFields) => {
    const status = requiredField(request.status, receivedFields, 'status').slice(0, MAX_STATUS_LENGTH);
    log({ status }, SENTENCES[action]);
    if (status === 'Idle') return {};
    const requestId = 'requestId' in request ? request.requestId : undefined;
    // A task that we have not requested is ignored.
    if (requestId !== undefined && !isRequestId(requestId)) return {};
    const isGood = isGoodBy.get(status);
    await operationReports.taskReported({
      chargePointId,
      task,
      requestId,
      action,
      payload: { status, ...(requestId !== undefined && { requestId }) },
      ...(isGood !== undefined && { end: { isGood, word: status } }),
    });
    return {};
  });
}

const SENTENCES: Record<TaskAction, string> = {
  DiagnosticsStatusNotification: 'a charge point reported on the upload of its diagnostics',
  FirmwareStatusNotification: 'a charge point reported on its firmware update',
  LogStatusNotification: 'a charge point reported on the upload of its log',
  SignedFirmwareStatusNotification: 'a charge point reported on its firmware update',
};

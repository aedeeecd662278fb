import type { CallAnswer, ChargePointTask } from './charge-point-calls.ts';

/** A progress report of a charge point about an operation whose result comes after its answer. */
export interface TaskReport {
  chargePointId: string;
  task: ChargePointTask;
  /** Missing if the charge point gives no number. Then the report is about the open task. */
  requestId?: number | undefined;
  /** Name of the OCPP message, such as `FirmwareStatusNotification`, and its status. */
  action: string;
  payload: object;
  /**
   * For a BootNotification: the firmware version that is running now. An update that began from another version has
   * succeeded.
   */
  firmware?: string | undefined;
  /** Set if the task has ended, with the status in the charge point's words. */
  end?: { isGood: boolean; word: string } | undefined;
}

/** A security event that a charge point reports (SecurityEventNotification). */
export interface SecurityEventReport {
  chargePointId: string;
  /** For example `TamperDetectionActivated`. Manufacturers define their own types. */
  type: string;
  at: Date;
  techInfo?: string | undefined;
  receivedAt: Date;
}

/**
 * What the OCPP adapter reports to `operations`: ends of commands, certificates and security events. Each promise
 * resolves when the report is stored.
 */
export interface OperationReports {
  /** An answer that came after its timeout. It changes nothing if the message was not one of our commands. */
  answeredLate(chargePointId: string, id: string, answer: CallAnswer): Promise<void>;
  taskReported(report: TaskReport): Promise<void>;
  securityEventReported(report: SecurityEventReport): Promise<void>;
  /** Resolves to whether a charge point will get the certificate that it requests in PEM. */
  certificateRequested(chargePointId: string, request: string): Promise<boolean>;
}

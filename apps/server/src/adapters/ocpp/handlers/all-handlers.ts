import type { ChargePointAction } from '@bijli/ocpp/messages';
import { authorize } from './authorize.ts';
import { bootNotification } from './boot-notification.ts';
import { dataTransfer } from './data-transfer.ts';
import type { Handler } from './define-handler.ts';
import { diagnosticsStatusNotification } from './diagnostics-status-notification.ts';
import { firmwareStatusNotification } from './firmware-status-notification.ts';
import { heartbeat } from './heartbeat.ts';
import { logStatusNotification } from './log-status-notification.ts';
import { meterValues } from './meter-values.ts';
import { securityEventNotification } from './security-event-notification.ts';
import { signCertificate } from './sign-certificate.ts';
import { signedFirmwareStatusNotification } from './signed-firmware-status-notification.ts';
import { startTransaction } from './start-transaction.ts';
import { statusNotification } from './status-notification.ts';
import { stopTransaction } from './stop-transaction.ts';

/**
 * The handlers of all messages from charge points, by action. To add one, write a file beside this and add a line here.
 */
const HANDLERS: Record<ChargePointAction, Handler> = {
  Authorize: authorize,
  BootNotification: bootNotification,
  DataTransfer: dataTransfer,
  DiagnosticsStatusNotification: diagnosticsStatusNotification,
  FirmwareStatusNotification: firmwareStatusNotification,
  Heartbeat: heartbeat,
  LogStatusNotification: logStatusNotification,
  MeterValues: meterValues,
  SecurityEventNotification: securityEventNotification,
  SignCertificate: signCertificate,
  SignedFirmwareStatusNotification: signedFirmwareStatusNotification,
  StartTransaction: startTransaction,
  StatusNotification: statusNotification,
  StopTransaction: stopTransaction,
};

/** A map, because the action is untrusted text and must not find inherited properties. */
export const handlers: ReadonlyMap<string, Handler> = new Map(Object.entries(HANDLERS));

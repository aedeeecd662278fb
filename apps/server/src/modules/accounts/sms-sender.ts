import { failure, isFailure, type Failure } from '#kernel/failure.ts';
import type { SmsTemplate, SmsValues } from '#kernel/messages/sms-templates.ts';
import { accountsFailures } from './accounts.failures.ts';

export interface ShortMessage {
  /** Ten digits, Indian. */
  to: string;
  /** As it is read. */
  text: string;
  /** The same text for vendors that send by template: which one. */
  template: SmsTemplate;
  /** The language of the template. */
  language: string;
  /** What varies in the template. */
  values: SmsValues;
}

/** The port through which short messages leave. Adapters translate the vendor's errors into a thrown `smsFailure`. */
export interface SmsSender {
  send(message: ShortMessage): Promise<void>;
}

/** What a message fails with; `unsure` when the vendor had it and did not say whether it took it. */
export function smsFailure(isUnsure: boolean): Failure {
  return failure(accountsFailures, 'sms_failed', { isUnsure });
}

/** Whether the message may reach the phone although sending it failed. */
export function mayHaveBeenSent(error: unknown): boolean {
  return (
    isFailure(error, accountsFailures, 'sms_failed') &&
    (error.facts as { isUnsure?: boolean } | undefined)?.isUnsure === true
  );
}

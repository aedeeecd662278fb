import type { SmsTemplate, SmsValues } from '#kernel/messages/sms-templates.ts';
import { refusal, isRefusal, type Refusal } from '#kernel/refusal.ts';
import { accountsRefusals } from '../accounts.refusals.ts';

export interface ShortMessage {
  /** Ten digits, Indian. */
  to: string;
  /** The complete text. */
  text: string;
  /** The template of the text, for providers that send by template. */
  template: SmsTemplate;
  /** The language of the template. */
  language: string;
  /** The variables of the template. */
  values: SmsValues;
}

/** Port for sending short messages. Adapters translate the provider's errors to `smsRefusal`. */
export interface SmsSender {
  send(message: ShortMessage): Promise<void>;
}

/** The error of a failed message. `isUnsure`: the provider received it and did not say whether it accepted it. */
export function smsRefusal(isUnsure: boolean): Refusal {
  return refusal(accountsRefusals, 'sms_failed', { isUnsure });
}

/** True if the message may arrive although sending it failed. */
export function mayHaveBeenSent(error: unknown): boolean {
  return (
    isRefusal(error, accountsRefusals, 'sms_failed') &&
    (error.facts as { isUnsure?: boolean } | undefined)?.isUnsure === true
  );
}

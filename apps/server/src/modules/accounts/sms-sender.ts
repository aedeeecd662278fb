import type { SmsTemplate, SmsValues } from '#kernel/words/sms-templates.ts';

export interface ShortMessage {
  /** Ten digits, Indian. */
  to: string;
  /** As it is read. */
  text: string;
  /** The same for vendors that send by template: which one, in which language, and what varies in it. */
  template: SmsTemplate;
  language: string;
  values: SmsValues;
}

/** The port through which short messages leave. Adapters translate the vendor's errors into a thrown `sms_failed`. */
export interface SmsSender {
  send(message: ShortMessage): Promise<void>;
}

import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { MailSender } from '#modules/storefront/index.ts';
import { createMailOutbox } from './mail-outbox.ts';
import { createSmtpSender } from './smtp.ts';

export interface MailOptions {
  /** URL of the operator's SMTP server. Empty: e-mails are written to files. */
  smtpUrl: string;
  from: string;
  /** The folder for these files. */
  outbox: string;
}

/** Creates the mail sender that the settings choose. */
export function chosenMailSender(
  { smtpUrl, from, outbox }: MailOptions,
  base: { clock: Clock; log: Log },
): MailSender & { close(): void } {
  if (smtpUrl) return createSmtpSender({ url: smtpUrl, from });
  return { ...createMailOutbox(outbox, { ...base, from }), close: () => {} };
}

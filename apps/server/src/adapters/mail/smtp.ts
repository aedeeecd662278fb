import type { Transporter } from 'nodemailer';
import { SECOND_MS } from '#kernel/durations.ts';
import type { MailSender } from '#modules/storefront/index.ts';

export interface SmtpOptions {
  /** For example smtps://user:secret@mail.example.com. */
  url: string;
  /** For example `Bijli <orders@example.com>`. */
  from: string;
}

const SMTP_TIMEOUT_MS = 15 * SECOND_MS;

/** Sends e-mail through the operator's SMTP server. */
export function createSmtpSender({ url, from }: SmtpOptions): MailSender & { close(): void } {
  let transport: Transporter | undefined;
  /** The library is loaded for the first e-mail, so that servers start sooner. */
  async function openTransport(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({
      url,
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    });
    return transport;
  }
  return {
    async send({ id, to, subject, text, attachments }) {
      const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }));
      const opened = await openTransport();
      await opened.sendMail({ from, to, subject, text, attachments: files, ...(id && { messageId: `<${id}>` }) });
    },
    close: () => transport?.close(),
  };
}

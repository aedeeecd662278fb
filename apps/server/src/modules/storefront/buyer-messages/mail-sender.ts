/** Port for sending e-mail. Adapters throw if it could not be handed over, and it is tried again. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  /** Message-ID without brackets. A repeated e-mail has the same one, so that mailboxes can detect it. */
  id?: string;
  to: string;
  subject: string;
  text: string;
  attachments: { name: string; type: string; content: Buffer }[];
}

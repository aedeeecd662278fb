/** The port through which e-mail leaves. Adapters throw when it could not be handed over; it is tried again then. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  /** Its Message-ID, without brackets: one that is sent again has the same, so that a mailbox can tell. */
  id?: string;
  to: string;
  subject: string;
  text: string;
  attachments: { name: string; type: string; content: Buffer }[];
}

/** The port through which e-mail leaves. Adapters throw when it could not be handed over; it is tried again then. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  attachments: { name: string; type: string; content: Buffer }[];
}

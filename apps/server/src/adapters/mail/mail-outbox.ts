import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#kernel/clock.ts';
import { newReference } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import { makeFolder } from '#kernel/make-folder.ts';
import type { MailSender } from '#modules/storefront/index.ts';

export interface MailOutboxOptions {
  /** For example `Bijli <orders@example.com>`. */
  from: string;
  clock: Clock;
  log: Log;
}

/** For the demo: writes each e-mail to a file that mail programs open, instead of sending it. */
export function createMailOutbox(folder: string, { from, clock, log }: MailOutboxOptions): MailSender {
  return {
    async send({ id, to, subject, text, attachments }) {
      const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }));
      const date = clock.now();
      const mail = { from, to, subject, text, attachments: files, date, ...(id && { messageId: `<${id}>` }) };
      // The library is loaded for the first e-mail, so that servers start sooner.
      const { createTransport } = await import('nodemailer');
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
      await makeFolder(folder, { setting: 'DATA_DIR' });
      const file = join(folder, `${date.toISOString().replaceAll(':', '-')}-${newReference('M', 4)}.eml`);
      await writeFile(file, message);
      log.info({ event: 'mail.written', to, subject, file }, 'an e-mail was written');
    },
  };
}

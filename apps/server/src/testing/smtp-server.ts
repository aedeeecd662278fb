import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { atEnd } from './at-end.ts';

/** A minimal SMTP server (RFC 5321). It keeps the mail that it accepts, or refuses every recipient temporarily. */
export interface SmtpServer {
  url: string;
  /** The mails as they arrived, with headers and body. */
  mails: { to: string; text: string }[];
  refusing: boolean;
  /** Called for each complete mail. While it is set, no mail is kept or answered. */
  swallow: (() => void) | undefined;
  /** The number of refused recipients. */
  refused: number;
}

export async function smtpServer(): Promise<SmtpServer> {
  const open = new Set<Socket>();
  const kept: SmtpServer = { url: '', mails: [], refusing: false, swallow: undefined, refused: 0 };
  const server = createServer((socket) => {
    open.add(socket);
    let to = '';
    let text: string[] | undefined;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    say('220 test');
    createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
      if (text) {
        if (line !== '.') return void text.push(line.startsWith('..') ? line.slice(1) : line);
        if (kept.swallow) return kept.swallow();
        kept.mails.push({ to, text: text.join('\r\n') });
        text = undefined;
        return say('250 kept');
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'RCPT' && kept.refusing) {
        kept.refused += 1;
        return say('450 not now');
      }
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
      if (verb === 'DATA') text = [];
      say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok');
      if (verb === 'QUIT') socket.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  kept.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return kept;
}

/** Returns the first base64 part of this type in a mail, or no bytes if there is none. */
export function partOf(mail: string, type: string): Buffer {
  const part = mail.split(/\r\n--/).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  return Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4), 'base64');
}

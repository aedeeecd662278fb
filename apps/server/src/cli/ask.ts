import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks a question on the terminal. The answer to a secret question is not shown. */
export async function askOnTerminal(question: string, isSecret: boolean): Promise<string> {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk as Buffer);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // Ctrl-C and Ctrl-D end the process before anything is written.
  lines.on('SIGINT', () => process.exit(130));
  try {
    const answer = lines.question(question);
    isHidden = isSecret;
    return await answer;
  } finally {
    lines.close();
    if (isSecret) process.stdout.write('\n');
  }
}

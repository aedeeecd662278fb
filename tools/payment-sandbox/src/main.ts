import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

/**
 * The sandbox as a child process: it reads one JSON line of options from standard input and writes one JSON line
 * `{"url":…}` when it listens. It ends when its input closes, so it never outlives its parent.
 */
const lines = createInterface({ input: process.stdin });
const inputClosed = once(lines, 'close');
lines.once('line', async (line) => {
  const sandbox = await createSandbox(JSON.parse(line) as SandboxOptions);
  process.stdout.write(`${JSON.stringify({ url: sandbox.url })}\n`);
  await inputClosed;
  await sandbox.close();
});

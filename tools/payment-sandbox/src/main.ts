import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

/**
 * The sandbox as a child process: one JSON line of options on standard input, one JSON line `{"url":…}` on standard
 * output once it listens. It ends when its input closes, so that it never outlives its parent.
 */
const lines = createInterface({ input: process.stdin });
const inputClosed = once(lines, 'close');
lines.once('line', async (line) => {
  const sandbox = await createSandbox(JSON.parse(line) as SandboxOptions);
  process.stdout.write(`${JSON.stringify({ url: sandbox.url })}\n`);
  await inputClosed;
  await sandbox.close();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts a virtual screen for a browser's window. */
export async function openDisplay(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'];
  const server = spawn('/usr/bin/Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(server, 'exit');
  const endNow = (): boolean => server.kill('SIGKILL');
  process.once('exit', endNow);
  // It prints its display number once it works.
  const number = await Promise.race([once(server.stdout, 'data'), ended]);
  if (server.exitCode !== null) throw new Error('There is no screen for a window: Xvfb has ended.');
  return {
    env: { DISPLAY: `:${String(number[0]).trim()}`, TZ: 'Asia/Kolkata' },

    async close() {
      process.off('exit', endNow);
      server.kill();
      await ended;
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(import.meta.resolve('@bijli/server/main'));

/** A server process whose log can be read, in addition to the stack's own server. */
export interface LoggedNode {
  pid: number;
  url: string;
  /** Why it waits. Undefined for a node that serves. */
  waits: string | undefined;
  /** Its log lines so far. */
  logged(): { event?: string; msg: string }[];
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended, with its exit code or signal. */
  ended: Promise<string>;
}

export async function startNode(env: Record<string, string>): Promise<LoggedNode> {
  const child = spawn(process.execPath, [SERVER, '--child'], {
    env: { ...process.env, LOG_LEVEL: 'info', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const logged: { event?: string; msg: string }[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    logged.push(line.startsWith('{') ? (JSON.parse(line) as { msg: string }) : { msg: line });
  });
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line').then(([text]) => text as string), ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`The server ended: ${logged.at(-1)?.msg}`);
  const { url, waits } = JSON.parse(line) as { url: string; waits?: string };
  return {
    pid: child.pid ?? 0,
    url,
    waits,
    logged: () => logged,
    signal: (signal) => void child.kill(signal),
    ended,
  };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** How long a child may take to end after it was asked: longer than a server's own limit. */
const END_LIMIT_MS = 40_000;
/** How much of a child's error output is kept, for the error when it does not start. */
const MAX_KEPT_LENGTH = 1000;

/**
 * A part of the stack as a process. It reads one JSON line of input, and writes one JSON line when it is ready. Before
 * that line it may report long steps. It ends when its input closes, so nothing is left when the parent is killed.
 */
export interface Child<Answer> {
  answer: Answer;
  pid: number;
  /** Resolves when the process has ended, with its exit code or signal. */
  ended: Promise<string>;
  /** Asks it to end and waits. */
  stop(): Promise<void>;
  /** kill -9 */
  kill(): Promise<void>;
}

interface ChildOptions<Message> {
  input?: unknown;
  env?: Record<string, string | undefined>;
  args?: string[];
  /** Called before each long step of its start. */
  onStep?: (step: string) => void;
  /** Called for each JSON line after its first answer. */
  onMessage?: (message: Message) => void;
}

export async function startChild<Answer, Message = never>(
  file: string,
  options: ChildOptions<Message> = {},
): Promise<Child<Answer>> {
  const child = spawn(process.execPath, [file, ...(options.args ?? [])], {
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C reaches the whole process group. A group of its own leaves the order of ending to the parent.
    detached: true,
  });
  child.stdin.on('error', () => {});
  let errorOutput = '';
  child.stderr.on('data', (text: Buffer) => {
    process.stderr.write(text);
    errorOutput = `${errorOutput}${text.toString()}`.slice(-MAX_KEPT_LENGTH);
  });
  if (options.input !== undefined) child.stdin.write(`${JSON.stringify(options.input)}\n`);
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? code));
  const answer = await Promise.race([answerOf<Answer, Message>(child.stdout, options), ended.then(() => undefined)]);
  if (answer === undefined) throw new Error(`${file} ended before it was ready (${await ended}): ${errorOutput}`);
  return {
    answer,
    pid: child.pid ?? 0,
    ended,
    async stop() {
      child.stdin.end();
      const limit = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
      await ended;
      clearTimeout(limit);
    },
    async kill() {
      killNow(child);
      await ended;
    },
  };
}

/** Resolves with the first line that does not report a step. */
async function answerOf<Answer, Message>(
  output: Readable,
  { onStep, onMessage }: ChildOptions<Message>,
): Promise<Answer> {
  return new Promise((answered, failed) => {
    const lines = createInterface({ input: output });
    lines.on('line', function hear(line) {
      try {
        const message = JSON.parse(line) as Answer & { step?: string };
        if (message.step !== undefined) return onStep?.(message.step);
        lines.off('line', hear);
        if (onMessage) lines.on('line', (later) => onMessage(JSON.parse(later) as Message));
        answered(message);
      } catch (error) {
        failed(error as Error);
      }
    });
  });
}

function killNow(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}

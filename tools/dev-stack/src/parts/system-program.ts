import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs a program of the system as a part of the stack (`child.ts`). It answers when the program listens. */
export interface SystemProgram {
  program: string;
  args: string[];
  env?: Record<string, string>;
  /** Where the program listens when it is ready. */
  host: string;
  port: number;
}

const TRY_EVERY_MS = 50;

async function listens(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const does = await new Promise<boolean>((answer) => {
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
  socket.destroy();
  return does;
}

const lines = createInterface({ input: process.stdin });
lines.once('line', async (line) => {
  const { program, args, env, host, port } = JSON.parse(line) as SystemProgram;
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  let isWanted = false;
  child.stderr.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-2_000)));
  child.once('error', (error) => end(1, String(error)));
  child.once('exit', (code) => (isWanted ? end(0, '') : end(code ?? 1, said)));
  lines.once('close', () => {
    isWanted = true;
    child.kill('SIGTERM');
  });
  while (!(await listens(host, port))) await pause(TRY_EVERY_MS);
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});

function end(code: number, said: string): void {
  if (code !== 0) process.stderr.write(said);
  process.exit(code);
}

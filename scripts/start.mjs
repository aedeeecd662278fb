// `npm start`: prepares what is missing, then runs Bijli: the demo world, or with NODE_ENV=production the server alone.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, installPackages } from './prepare.mjs';
import { node, root, withProjectPath } from './project.mjs';

const LOOK_MS = 500;

/** Process id of whoever started us. npm may put a shell between, which would outlive it. */
function starter() {
  const shell = `/proc/${process.ppid}`;
  if (!existsSync(shell) || !/^(ba|da|a)?sh$/m.test(readFileSync(`${shell}/comm`, 'utf8'))) return process.ppid;
  if (!process.env.npm_lifecycle_event) return process.ppid;
  // The second field is the command in brackets, the fourth the parent.
  return Number(readFileSync(`${shell}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
}

const startedBy = starter();
const production = process.env.NODE_ENV === 'production';
installPackages(!production);
buildWeb();
const entry = production ? 'apps/server/src/main.ts' : 'tools/world/src/main.ts';
// In a process group of its own, so that a Ctrl-C comes to it from us alone; with a pipe, so that it ends when we are killed.
const child = spawn(node(), [join(root, entry), '--child'], {
  cwd: root,
  stdio: ['pipe', 'inherit', 'inherit'],
  env: withProjectPath(process.env),
  detached: true,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm killed with -9 tells nobody; we see it by having been passed on to another process.
setInterval(() => starter() === startedBy || child.kill('SIGTERM'), LOOK_MS).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : code));

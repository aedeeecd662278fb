// `npm start`: prepares what is missing and runs Bijli. That is the demo stack, or with NODE_ENV=production only the
// server, which is started again when it crashes. `npm run dev` runs the demo stack and follows saved files. Both have
// options: start-options.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, canBuild, installPackages, isWebBuilt, isWebStale } from './prepare.mjs';
import { root } from './project.mjs';
import { readStartOptions } from './start-options.mjs';
import { startPart, supervise } from './supervise.mjs';

const LOOK_MS = 500;

/**
 * Process id of the process that started us. npm may put a shell in between, which can outlive npm, so the shell's
 * parent counts.
 */
function starter() {
  const shell = `/proc/${process.ppid}`;
  if (!existsSync(shell) || !/^(ba|da|a)?sh$/m.test(readFileSync(`${shell}/comm`, 'utf8'))) return process.ppid;
  if (!process.env.npm_lifecycle_event) return process.ppid;
  // The second field is the command in brackets, and the fourth is the parent.
  return Number(readFileSync(`${shell}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
}

const {
  show,
  code,
  isDev: dev,
  forwarded,
} = readStartOptions(process.argv.slice(2), process.env.NODE_ENV === 'production');
if (show !== undefined) {
  (code === 0 ? process.stdout : process.stderr).write(`${show}\n`);
  process.exit(code);
}

const startedBy = starter();
const production = !dev && process.env.NODE_ENV === 'production';
// `npm run dev` serves pages from their sources. A production machine without build tools runs pages that were built
// elsewhere.
const isBroughtBuilt = production && isWebBuilt() && !canBuild();
const isToBeBuilt = dev ? !isWebBuilt() : !isBroughtBuilt && isWebStale();
installPackages(!production || isToBeBuilt);
if (isToBeBuilt) buildWeb();
const running = production ? supervise(join(root, 'apps/server/src/main.ts')) : demo();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => running.kill(signal));
// If npm is killed with -9, nothing tells us, but our parent process changes.
setInterval(() => starter() === startedBy || running.kill('SIGTERM'), LOOK_MS).unref();
process.exit(await running.ended);

/** The demo stack restarts its own parts. */
function demo() {
  const child = startPart(join(root, 'tools/dev-stack/src', dev ? 'dev/dev.ts' : 'main.ts'), [], forwarded);
  const ended = new Promise((end) => child.on('exit', (code, signal) => end(signal ? 1 : code)));
  return { ended, kill: (signal) => child.kill(signal) };
}

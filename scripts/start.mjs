// `npm start`: prepares what is missing, then runs Bijli: the demo stack, or with NODE_ENV=production the server alone,
// which is started again when it crashes. With `--nodes 3` the demo has so many nodes. `npm run dev` is the demo stack that follows
// what is saved; with `--port 5180` its pages are at that port.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, canBuild, installPackages, isWebBuilt, isWebStale } from './prepare.mjs';
import { root } from './project.mjs';
import { startPart, supervise } from './supervise.mjs';

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
const dev = process.argv.includes('--dev');
const production = !dev && process.env.NODE_ENV === 'production';
// While it is worked on, pages come from their sources. Where the tools are not installed that build, what was built elsewhere is run.
const isBroughtBuilt = production && isWebBuilt() && !canBuild();
const isToBeBuilt = dev ? !isWebBuilt() : !isBroughtBuilt && isWebStale();
installPackages(!production || isToBeBuilt);
if (isToBeBuilt) buildWeb();
const running = production ? supervise(join(root, 'apps/server/src/main.ts')) : demo();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => running.kill(signal));
// npm killed with -9 tells nobody; we see it by having been passed on to another process.
setInterval(() => starter() === startedBy || running.kill('SIGTERM'), LOOK_MS).unref();
process.exit(await running.ended);

/** The demo stack looks after its parts itself. */
function demo() {
  const at = process.argv.indexOf(dev ? '--port' : '--nodes');
  const more = at < 0 ? [] : process.argv.slice(at, at + 2);
  const child = startPart(join(root, 'tools/dev-stack/src', dev ? 'dev.ts' : 'main.ts'), [], more);
  const ended = new Promise((end) => child.on('exit', (code, signal) => end(signal ? 1 : code)));
  return { ended, kill: (signal) => child.kill(signal) };
}

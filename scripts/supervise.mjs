// Keeps a server running: one that crashes is started again, each time a little later.
import { spawn } from 'node:child_process';
import { say } from './prepare.mjs';
import { node, root, ownEnvironment } from './project.mjs';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** After so long without a crash the next one counts as the first. */
const CALM_MS = 60_000;
/** apps/server/src/cluster/uncaught-errors.ts: waiting may mend what it ended of. */
const START_AGAIN_CODE = 75;

/** In a process group of its own, so that a Ctrl-C comes to it from us alone; with a pipe, so that it ends when we are killed. */
export function startPart(file, stdio = [], args = []) {
  return spawn(node(), [file, '--child', ...args], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit', ...stdio],
    env: ownEnvironment(process.env),
    detached: true,
  });
}

/**
 * Runs a server, which says 'ready' over its channel once it works. Resolves with the exit code when it has ended in order
 * or was to end, and when it ended before it was ever ready: what it said of that would be the same the next time.
 */
export function supervise(file) {
  let child;
  let again;
  let waitMs = FIRST_WAIT_MS;
  let wasReady = false;
  let ending = false;
  let resolve;
  const ended = new Promise((settle) => (resolve = settle));

  function start() {
    let readyAt;
    child = startPart(file, ['ipc']);
    child.on('message', () => {
      wasReady = true;
      readyAt ??= Date.now();
    });
    child.on('exit', (code, signal) => {
      if (ending || code === 0) return resolve(code ?? 1);
      if (!wasReady && code !== START_AGAIN_CODE) return resolve(code ?? 1);
      if (readyAt && Date.now() - readyAt >= CALM_MS) waitMs = FIRST_WAIT_MS;
      say(`The server ended (${signal ?? code}). It is started again in ${waitMs / 1000} s.`);
      again = setTimeout(start, waitMs);
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    });
  }

  start();
  return {
    ended,
    kill(signal) {
      ending = true;
      clearTimeout(again);
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      else resolve(0);
    },
  };
}

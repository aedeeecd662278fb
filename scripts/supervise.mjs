// Keeps a server running. It starts a crashed server again, and waits a little longer each time.
import { spawn } from 'node:child_process';
import { say } from './prepare.mjs';
import { node, root, ownEnvironment } from './project.mjs';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** After this time without a crash, the next crash counts as the first. */
const CALM_MS = 60_000;
/** The exit code of apps/server/src/cluster/uncaught-errors.ts for errors that a later start may not meet. */
const START_AGAIN_CODE = 75;

/**
 * The child gets its own process group, so that only we send it a Ctrl-C, and a pipe, so that it ends when we are
 * killed.
 */
export function startPart(file, stdio = [], args = []) {
  return spawn(node(), [file, '--child', ...args], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit', ...stdio],
    env: ownEnvironment(process.env),
    detached: true,
  });
}

/**
 * Runs a server, which sends 'ready' over its channel once it works. Resolves with the exit code if the server ends as
 * it should, or if it ends before it was ever ready, because then it would fail the same way again.
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

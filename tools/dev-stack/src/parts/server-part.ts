import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild, type Child } from './child.ts';
import { awaitStart, type Parts } from './stack-parts.ts';

export const SERVER = fileURLToPath(import.meta.resolve('@bijli/server/main'));
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

type Server = Child<{ url: string }>;

interface ServerPartOptions {
  parts: Parts;
  env: Record<string, string>;
  /** Restarts a server that crashes, each time a little later. */
  keepsServer?: boolean | undefined;
  /** Called when the server crashes and is not restarted. Without it, a crash breaks the stack. */
  onServerEnd?: ((how: string) => void) | undefined;
  onStep: (step: string) => void;
}

/** The server of a stack, which can be started again on the same port and data. */
export async function startServerPart({ parts, env, keepsServer, onServerEnd, onStep }: ServerPartOptions) {
  let server: Server;
  /** The server whose end is a crash. Undefined while it is ended on purpose. */
  let expectedToRun: Server | undefined;
  let restarting: Promise<void> | undefined;
  let waitMs = FIRST_WAIT_MS;

  async function start(): Promise<void> {
    const started = await awaitStart(
      'The server',
      startChild<{ url: string }>(SERVER, { args: ['--child'], env, onStep }),
    );
    server = started;
    expectedToRun = server;
    void server.ended.then((how) => {
      if (!parts.isStopping && expectedToRun === started) crashed(how);
    });
  }

  function crashed(how: string): void {
    if (keepsServer) void startLater(how);
    else if (onServerEnd) onServerEnd(how);
    else parts.breakDown(`The server ended unexpectedly (${how}).`);
  }

  async function startLater(how: string): Promise<void> {
    onStep(`the server ended unexpectedly (${how}), starting it again`);
    await pause(waitMs);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
    if (!parts.isStopping) restarting = start().catch((error: Error) => parts.breakDown(error.message));
  }

  await start();
  parts.endWith(async () => {
    await restarting;
    await server.stop();
  });
  return {
    current: () => server,

    async restart(): Promise<void> {
      expectedToRun = undefined;
      // It may have ended already, or may not have started the last time.
      await server.kill();
      await start();
    },
  };
}

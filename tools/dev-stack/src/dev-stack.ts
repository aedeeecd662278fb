import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEMO_CREDENTIALS, providerAddresses } from '@bijli/payment-sandbox/demo';
import { reachableData } from '@bijli/server/db/embedded-places';
import { fleetOf, type DemoFleet } from '@bijli/server/seed/demo-fleet';
import { demoDoor } from '@bijli/server/seed/demo-scenes';
import { demoTags } from '@bijli/server/seed/seed-tokens';
import { startChild, type Child } from './child.ts';
import { freePort } from './free-port.ts';

export const SERVER = fileURLToPath(import.meta.resolve('@bijli/server/main'));
export const SANDBOX = fileURLToPath(import.meta.resolve('@bijli/payment-sandbox/main'));
export const FLEET = fileURLToPath(import.meta.resolve('@bijli/charge-point/fleet-main'));

export interface DevStackOptions {
  /** 0 takes a free one. */
  port: number;
  /** An address of this machine; 127.0.0.1 when missing. */
  host?: string;
  dataDir: string;
  /** Which of the demo network's charge points dial in, simulated. */
  fleet: DemoFleet;
  /** Whether a server that crashes is started again, each time a little later. */
  keepsServer?: boolean;
  /** Told when the server crashes; the stack then goes on without it until `restartServer`. */
  onServerEnd?: (how: string) => void;
  /** More environment for the server. */
  env?: Record<string, string>;
  /** Told before each long step. */
  onStep?: (step: string) => void;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

export interface DevStack {
  url: string;
  sandboxUrl: string;
  server(): Child<{ url: string }>;
  /** Starts the server again on the same port and data, after it was killed or stopped. */
  restartServer(): Promise<void>;
  /** Process id of the embedded database on the data folder; undefined while it is between two. */
  databasePid(): number | undefined;
  /** Process id of the simulated fleet; undefined without one. */
  fleetPid: number | undefined;
  /** Settles when every simulated charge point has tried to dial in. */
  fleetTried: Promise<{ tried: number; online: number }>;
  /** Resolves with a sentence when a part has ended that should not have. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * A whole Bijli on this machine: database, server, payment sandbox and, on request, the simulated fleet. Rejects with what
 * a part has said when it does not start; then none of the others is left.
 */
export async function startDevStack(options: DevStackOptions): Promise<DevStack> {
  const { host = '127.0.0.1', dataDir, onStep = () => {} } = options;
  const port = options.port || (await freePort(host));
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = `http://${address}`;
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<string>();
  const parts: Child<unknown>[] = [];
  let isStopping = false;
  let restarting: Promise<void> | undefined;

  async function part<Answer>(
    name: string,
    starting: Promise<Child<Answer>>,
    ended = (_child: Child<Answer>, how: string): void => breakDown(`${name} ended unexpectedly (${how}).`),
  ): Promise<Child<Answer>> {
    const child = await starting.catch((error: unknown) => {
      // What it died of, it has said itself.
      throw new Error(`${name} did not start.`, { cause: error });
    });
    parts.push(child);
    void child.ended.then((how) => {
      if (!isStopping && parts.includes(child)) ended(child, how);
    });
    return child;
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await restarting;
    // The last to start is the first to end: charge points, server, sandbox.
    for (const child of parts.toReversed()) await child.stop();
  }

  try {
    onStep('starting the payment sandbox');
    const input = { ...DEMO_CREDENTIALS, webhookUrl: `${url}/webhooks/:provider` };
    const sandbox = await part('The payment sandbox', startChild<{ url: string }>(SANDBOX, { input }));
    const sandboxUrl = sandbox.answer.url;
    const env = {
      HOST: host,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_FLEET: options.fleet,
      ...providerAddresses(sandboxUrl),
      ...options.env,
    };
    const { keepsServer, onServerEnd } = options;
    const ended = onServerEnd && ((_child: Child<unknown>, how: string) => onServerEnd(how));
    const startServer = (): Promise<Child<{ url: string }>> =>
      part(
        'The server',
        startChild<{ url: string }>(SERVER, { args: ['--child'], env, onStep }),
        keepsServer ? startAgain : ended,
      );
    let waitMs = FIRST_WAIT_MS;
    const startAgain = async (gone: Child<unknown>, how: string): Promise<void> => {
      onStep(`the server ended unexpectedly (${how}), starting it again`);
      await pause(waitMs);
      waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
      if (isStopping) return;
      restarting = startServer().then(
        (started) => {
          server = started;
          // In the place of the one before, for the order in which all end.
          parts.splice(parts.indexOf(started), 1);
          parts.splice(parts.indexOf(gone), 1, started);
        },
        (error: Error) => breakDown(error.message),
      );
    };

    onStep('starting the database and the server');
    let server = await startServer();

    const chargePoints = fleetOf(options.fleet);
    const { promise: fleetTried, resolve: onSaid } = Promise.withResolvers<{ tried: number; online: number }>();
    let fleetPid: number | undefined;
    if (chargePoints.length === 0) onSaid({ tried: 0, online: 0 });
    else {
      const input = fleetInput({ address, dataDir, fleet: options.fleet, chargePoints });
      ({ pid: fleetPid } = await part('The simulated fleet', startChild(FLEET, { input, onSaid })));
    }

    return {
      url,
      sandboxUrl,
      fleetPid,
      fleetTried,
      broken,
      server: () => server,
      async restartServer() {
        // It may have ended, or not come up the last time.
        if (parts.includes(server)) parts.splice(parts.indexOf(server), 1);
        await server.kill();
        server = await startServer();
      },
      databasePid() {
        const file = join(reachableData(dataDir), 'postgres/postmaster.pid');
        return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the process of the simulated fleet is told. */
export function fleetInput({
  address,
  dataDir,
  fleet,
  chargePoints,
}: {
  address: string;
  dataDir: string;
  fleet: DemoFleet;
  chargePoints: ReturnType<typeof fleetOf>;
}) {
  return {
    url: `ws://${address}/ocpp`,
    chargePoints,
    // The small fleet is for tests, which charge there themselves.
    crowd: fleet === 'whole' ? demoTags() : undefined,
    carUrl: `http://${address}/demo/car`,
    doorPath: demoDoor(dataDir),
  };
}

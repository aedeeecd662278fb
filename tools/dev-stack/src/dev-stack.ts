import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reachableData } from '@bijli/server/db/embedded-paths';
import type { DemoFleet } from '@bijli/server/seed/demo-fleet';
import type { Child } from './parts/child.ts';
import { startSandbox } from './parts/sandbox-part.ts';
import { startServerPart } from './parts/server-part.ts';
import { startFleet } from './parts/simulated-fleet.ts';
import { startParts, type Address, type Parts } from './parts/stack-parts.ts';

export interface DevStackOptions {
  /** 0: any free port. */
  port: number;
  /** An address of this machine. 127.0.0.1 when missing. */
  host?: string;
  dataDir: string;
  /** Which of the demo network's charge points are simulated. */
  fleet: DemoFleet;
  /** Restarts a server that crashes, each time a little later. */
  keepsServer?: boolean;
  /** Called when the server crashes. The stack then continues without it until `restartServer`. */
  onServerEnd?: (how: string) => void;
  /** Additional environment for the server. */
  env?: Record<string, string>;
  /** Called before each long step. */
  onStep?: (step: string) => void;
}

export interface DevStack {
  url: string;
  sandboxUrl: string;
  server(): Child<{ url: string }>;
  /** Starts the server again on the same port and data, after it was killed or stopped. */
  restartServer(): Promise<void>;
  /** Process id of the embedded database on the data folder. Undefined while none is running. */
  databasePid(): number | undefined;
  /** Process id of the simulated fleet. Undefined without one. */
  fleetPid: number | undefined;
  /** Resolves when every simulated charge point has tried to connect. */
  fleetTried: Promise<{ tried: number; online: number }>;
  /** Resolves with a sentence when a part has ended unexpectedly. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a whole Bijli on this machine: database, server, payment sandbox and, on request, the simulated fleet. Rejects
 * like `startParts`.
 */
export async function startDevStack(options: DevStackOptions): Promise<DevStack> {
  const { host = '127.0.0.1', port } = options;
  return startParts({ host, port }, (parts, at) => startAll(parts, at, options));
}

async function startAll(parts: Parts, { host, port, address, url }: Address, options: DevStackOptions) {
  const { dataDir, fleet, keepsServer, onServerEnd, onStep = () => {} } = options;
  onStep('starting the payment sandbox');
  const sandbox = await startSandbox(parts, url);

  onStep('starting the database and the server');
  const env = {
    HOST: host,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_FLEET: fleet,
    ...sandbox.env,
    ...options.env,
  };
  const server = await startServerPart({ parts, env, keepsServer, onServerEnd, onStep });
  const { pid: fleetPid, tried: fleetTried } = await startFleet({ parts, address, dataDir, fleet });

  return {
    url,
    sandboxUrl: sandbox.url,
    fleetPid,
    fleetTried,
    server: server.current,
    restartServer: server.restart,
    databasePid(): number | undefined {
      const file = join(reachableData(dataDir), 'postgres/postmaster.pid');
      return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
    },
  };
}

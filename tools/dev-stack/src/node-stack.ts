import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startOwnDatabase } from '@bijli/server/backup/own-database';
import { parseConfig } from '@bijli/server/config';
import { freePort } from '@bijli/server/kernel/free-port';
import { createLog } from '@bijli/server/kernel/log';
import type { DemoFleet } from '@bijli/server/seed/demo-fleet';
import { startChild, type Child } from './parts/child.ts';
import { startSandbox } from './parts/sandbox-part.ts';
import { startFleet } from './parts/simulated-fleet.ts';
import { startParts, type Address, type Parts } from './parts/stack-parts.ts';
import { SupervisedNodes, type RunningNode } from './parts/supervised-nodes.ts';
import type { SystemProgram } from './parts/system-program.ts';

const SYSTEM_PROGRAM = fileURLToPath(new URL('parts/system-program.ts', import.meta.url));
const BALANCER = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url));
const PROGRAMS = ['nats-server', 'haproxy'] as const;
/** As many as `deploy/haproxy.cfg` names. */
const MAX_NODES = 3;

export interface NodeStackOptions {
  port: number;
  host: string;
  dataDir: string;
  fleet: DemoFleet;
  nodes: number;
  /** Additional environment for each node. */
  env?: Record<string, string>;
  /** Called before each long step, and when a node has ended or is back. */
  onStep: (step: string) => void;
}

export interface NodeStack {
  /** Address of the balancer. */
  url: string;
  nodes: () => RunningNode[];
  /** Process ids of the programs' parents. Each has its program as its child. */
  pids: { nats: number; balancer: number };
  fleetTried: Promise<{ tried: number; online: number }>;
  /** Resolves with a sentence when a part has ended that does not come back by itself. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/** Starts the demo on several nodes of one database, connected by NATS, behind a balancer. A killed node comes back. */
export async function startNodeStack(options: NodeStackOptions): Promise<NodeStack> {
  const { nodes: nodeCount } = options;
  if (!(nodeCount >= 2 && nodeCount <= MAX_NODES)) throw new Error(`--nodes takes 2 or ${MAX_NODES}.`);
  needs(PROGRAMS);
  return startParts(options, (parts, at) => startAll(parts, at, options));
}

async function startAll(parts: Parts, { host, port, address, url }: Address, options: NodeStackOptions) {
  const { dataDir, fleet, nodes: nodeCount, onStep } = options;
  onStep('starting the payment sandbox, the database and NATS');
  const sandbox = await startSandbox(parts, url);
  const config = parseConfig({ ...process.env, DATA_DIR: dataDir });
  const database = await startOwnDatabase(config, createLog(config.logLevel));
  parts.endWith(database.stop);
  const nats = await startNats(parts);
  const env = {
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    TRUST_PROXY: 'loopback',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    DEMO_FLEET: fleet,
    ...sandbox.env,
    ...options.env,
  };

  const nodes = new SupervisedNodes(parts, env, onStep);
  const ports: number[] = [];
  for (let number = 1; number <= nodeCount; number += 1) {
    onStep(`starting node ${number}`);
    ports.push(await nodes.add());
  }

  onStep('starting the balancer');
  const nodePorts = ports.map((nodePort) => `127.0.0.1:${nodePort}`);
  const balancer = await parts.run('The balancer', startBalancer({ address, host, port, nodes: nodePorts }));
  const { tried: fleetTried } = await startFleet({ parts, address, dataDir, fleet });
  return {
    url,
    nodes: () => nodes.running(),
    pids: { nats: nats.pid, balancer: balancer.pid },
    fleetTried,
  };
}

async function startNats(parts: Parts): Promise<{ url: string; pid: number }> {
  const port = await freePort();
  const args = ['-a', '127.0.0.1', '-p', String(port)];
  const input: SystemProgram = { program: 'nats-server', args, host: '127.0.0.1', port };
  const { pid } = await parts.run('NATS', startChild(SYSTEM_PROGRAM, { input }));
  return { url: `nats://127.0.0.1:${port}`, pid };
}

/** Starts the balancer of `deploy` in front of these nodes, each given as host and port. */
export async function startBalancer({
  address,
  host,
  port,
  nodes,
}: {
  address: string;
  host: string;
  port: number;
  nodes: string[];
}): Promise<Child<unknown>> {
  const nobody = `127.0.0.1:${await freePort()}`;
  const names = Array.from({ length: MAX_NODES }, (_, at) => [`BIJLI_NODE_${at + 1}`, nodes[at] ?? nobody]);
  const env = { BIJLI_BIND: address, ...(Object.fromEntries(names) as Record<string, string>) };
  const input: SystemProgram = { program: 'haproxy', args: ['-db', '-f', BALANCER], env, host, port };
  return startChild(SYSTEM_PROGRAM, { input });
}

const missingOf = (programs: readonly string[]): string[] =>
  programs.filter((name) => spawnSync(name, ['-v']).error !== undefined);

/** True if NATS and HAProxy are installed. */
export const hasNodePrograms = missingOf(PROGRAMS).length === 0;

function needs(programs: readonly string[]): void {
  const missing = missingOf(programs);
  if (missing.length === 0) return;
  throw new Error(
    `Several nodes need ${missing.join(' and ')} of the system: sudo apt-get install ${missing.join(' ')}`,
  );
}

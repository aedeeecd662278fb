import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEMO_CREDENTIALS, providerAddresses } from '@bijli/payment-sandbox/demo';
import { startOwnDatabase } from '@bijli/server/backup/own-database';
import { readConfig } from '@bijli/server/config';
import { createLog } from '@bijli/server/kernel/log';
import { fleetOf, type DemoFleet } from '@bijli/server/seed/demo-fleet';
import { startChild, type Child } from './child.ts';
import { FLEET, fleetInput, SANDBOX, SERVER } from './dev-stack.ts';
import { freePort } from './free-port.ts';
import type { SystemProgram } from './system-program.ts';

const SYSTEM_PROGRAM = fileURLToPath(new URL('system-program.ts', import.meta.url));
const BALANCER = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url));
const PROGRAMS = ['nats-server', 'haproxy'] as const;
/** As many as `deploy/haproxy.cfg` names. */
const MAX_NODES = 3;
const AGAIN_AFTER_MS = 3_000;

export interface NodeStackOptions {
  port: number;
  host: string;
  dataDir: string;
  fleet: DemoFleet;
  nodes: number;
  /** More environment for each node. */
  env?: Record<string, string>;
  /** Told before each long step, and when a node has ended or is back. */
  onStep: (step: string) => void;
}

export interface RunningNode {
  url: string;
  pid: number;
}

export interface NodeStack {
  /** Of the balancer. */
  url: string;
  nodes: () => RunningNode[];
  /** Of what runs beside the nodes; each has the program as its child. */
  pids: { nats: number; balancer: number };
  fleetTried: Promise<{ tried: number; online: number }>;
  /** Resolves with a sentence when a part has ended that does not come back by itself. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

/** The demo on several nodes of one database, which hear each other over NATS, behind a balancer. A node that is killed comes back. */
export async function startNodeStack(options: NodeStackOptions): Promise<NodeStack> {
  const { host, dataDir, onStep, nodes: nodeCount } = options;
  if (!(nodeCount >= 2 && nodeCount <= MAX_NODES)) throw new Error(`--nodes takes 2 or ${MAX_NODES}.`);
  needs(PROGRAMS);
  const port = options.port || (await freePort(host));
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = `http://${address}`;
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<string>();
  const { promise: fleetTried, resolve: onSaid } = Promise.withResolvers<{ tried: number; online: number }>();
  const ends: (() => Promise<void>)[] = [];
  const running = new Map<number, RunningNode>();
  let isStopping = false;

  async function part<Answer>(name: string, starting: Promise<Child<Answer>>): Promise<Child<Answer>> {
    const child = await starting.catch((error: unknown) => {
      throw new Error(`${name} did not start.`, { cause: error });
    });
    ends.push(child.stop);
    void child.ended.then((how) => isStopping || breakDown(`${name} ended unexpectedly (${how}).`));
    return child;
  }

  const program = (name: string, input: SystemProgram): Promise<Child<unknown>> =>
    part(name, startChild(SYSTEM_PROGRAM, { input }));

  async function startNode(nodePort: number, env: Record<string, string>): Promise<Child<{ url: string }>> {
    const child = await startChild<{ url: string }>(SERVER, {
      args: ['--child'],
      env: { ...env, PORT: String(nodePort) },
      onStep,
    });
    const node = { url: child.answer.url, pid: child.pid };
    running.set(nodePort, node);
    return child;
  }

  /** Keeps it running until the stack is stopped. */
  async function keepNode(nodePort: number, env: Record<string, string>): Promise<void> {
    let child = await startNode(nodePort, env);
    const over = (async () => {
      for (;;) {
        const how = await child.ended;
        running.delete(nodePort);
        if (isStopping) return;
        onStep(`the node ${child.answer.url} ended (${how}), starting it again`);
        await pause(AGAIN_AFTER_MS);
        if (isStopping) return;
        child = await startNode(nodePort, env);
        onStep(`the node ${child.answer.url} is back, process ${child.pid}`);
      }
    })().catch((error: unknown) => breakDown(`A node did not come back: ${String(error)}`));
    ends.push(async () => {
      await child.stop();
      await over;
    });
  }

  async function stop(): Promise<void> {
    isStopping = true;
    for (const end of ends.toReversed()) await end();
  }

  try {
    onStep('starting the payment sandbox, the database and NATS');
    const sandboxInput = { ...DEMO_CREDENTIALS, webhookUrl: `${url}/webhooks/:provider` };
    const sandbox = await part('The payment sandbox', startChild<{ url: string }>(SANDBOX, { input: sandboxInput }));
    const config = readConfig({ ...process.env, DATA_DIR: dataDir });
    const database = await startOwnDatabase(config, createLog(config.logLevel));
    ends.push(database.stop);
    const natsPort = await freePort();
    const natsArgs = ['-a', '127.0.0.1', '-p', String(natsPort)];
    const nats = await program('NATS', { program: 'nats-server', args: natsArgs, host: '127.0.0.1', port: natsPort });

    const env = {
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      TRUST_PROXY: 'loopback',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      NATS_URL: `nats://127.0.0.1:${natsPort}`,
      DEMO_FLEET: options.fleet,
      ...providerAddresses(sandbox.answer.url),
      ...options.env,
    };
    const ports: number[] = [];
    for (let number = 1; number <= nodeCount; number += 1) {
      onStep(`starting node ${number}`);
      const nodePort = await freePort();
      ports.push(nodePort);
      await keepNode(nodePort, env);
    }

    onStep('starting the balancer');
    const nodePorts = ports.map((nodePort) => `127.0.0.1:${nodePort}`);
    const balancer = await part('The balancer', startBalancer({ address, host, port, nodes: nodePorts }));

    const chargePoints = fleetOf(options.fleet);
    if (chargePoints.length === 0) onSaid({ tried: 0, online: 0 });
    else {
      const input = fleetInput({ address, dataDir, fleet: options.fleet, chargePoints });
      await part('The simulated fleet', startChild(FLEET, { input, onSaid }));
    }
    const pids = { nats: nats.pid, balancer: balancer.pid };
    return { url, nodes: () => [...running.values()], pids, fleetTried, broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The balancer of `deploy` before these nodes, each as host and port. */
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

/** Whether several nodes can be started here. */
export const hasNodePrograms = missingOf(PROGRAMS).length === 0;

function needs(programs: readonly string[]): void {
  const missing = missingOf(programs);
  if (missing.length === 0) return;
  throw new Error(
    `Several nodes need ${missing.join(' and ')} of the system: sudo apt-get install ${missing.join(' ')}`,
  );
}

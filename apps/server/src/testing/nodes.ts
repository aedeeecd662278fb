import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providerAddresses } from '@bijli/payment-sandbox/demo';
import { NodeLease, type LeaseTimes } from '#cluster/node-lease.ts';
import type { BusTransport } from '#cluster/transport.ts';
import { openServerDatabase, type Database } from '#db/database.ts';
import { testApp, type TestApp } from './app.ts';
import { atEnd } from './at-end.ts';
import { databaseUrl } from './database.ts';
import { testLog } from './log.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PROGRAM = fileURLToPath(new URL('node-process.ts', import.meta.url));

/** Short times, so that a test need not wait long after the death of a node. */
const TIMES: LeaseTimes = { ttlMs: 2500, renewMs: 300, askMs: 50, answerMs: 1000 };

type Options = Pick<
  NonNullable<Parameters<typeof testApp>[0]>,
  'env' | 'chargers' | 'clock' | 'postgresUrl' | 'beside'
>;

export interface TestNode extends TestApp {
  lease: NodeLease;
  /** The database as the server itself reaches it. */
  reached: Database;
}

/**
 * Starts several nodes on one database in this process. Each has its own connections, lease and bus connection.
 * `beside`: a node that runs already on that database.
 */
export async function testNodes(
  count: number,
  transport: () => BusTransport,
  options: Options = {},
): Promise<TestNode[]> {
  const nodes: TestNode[] = [];
  while (nodes.length < count) nodes.push(await testNode(transport(), options.beside ?? nodes[0], options));
  return nodes;
}

async function testNode(transport: BusTransport, beside: TestApp | undefined, options: Options): Promise<TestNode> {
  let lease: NodeLease | undefined;
  let reached: Database | undefined;
  const reach = async (url: string) => {
    lease = new NodeLease({ url, log: testLog, times: TIMES, shared: { address: '127.0.0.1', version: 'test' } });
    await lease.take(async () => {}, new Promise(() => {}));
    const database = openServerDatabase(url, testLog, { gate: lease.gate });
    reached = database;
    const taken = lease;
    atEnd(async () => {
      await taken.release();
      await database.$client.end();
    });
    return database;
  };
  const stack = await testApp({
    ...options,
    reach,
    beside,
    node: () => ({ id: lease?.nodeId ?? '', transport, lease: lease as NodeLease }),
  });
  if (!lease || !reached) throw new Error('The node has no lease.');
  return { ...stack, lease, reached };
}

export interface NodeProcess {
  /** Sets the node's clock ahead by this much; a negative value sets it back. */
  setClockAhead(ms: number): void;
  url: string;
  port: number;
  id: string;
  child: ChildProcess;
  /** Settles with the exit code or signal when the process has ended. */
  ended: Promise<number | string>;
}

/**
 * Starts another node on the same database, in its own process, which is killed at the end of the test. `more` is added
 * to its environment. `tree` is the folder of its code.
 */
export async function nodeProcess(
  beside: Pick<TestNode, 'database' | 'sandbox'>,
  natsUrl: string,
  more: Record<string, string> = {},
  tree = ROOT,
): Promise<NodeProcess> {
  const env = {
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1:3000',
    ...providerAddresses(beside.sandbox.url),
    METER_SAMPLE_SECONDS: '1',
    REQUESTS_AT_ONCE: '1000',
    MAP_TILES_URL: 'none',
    DATABASE_URL: databaseUrl(beside.database),
    NATS_URL: natsUrl,
    ...more,
  };
  const script = join(tree, relative(ROOT, PROGRAM));
  const child = spawn(process.execPath, [script, JSON.stringify({ times: TIMES, env })], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const said = new Promise<string>((resolve) => child.stdout?.once('data', (text: Buffer) => resolve(text.toString())));
  const first = await Promise.race([said, ended]);
  if (typeof first === 'number' || !first.startsWith('{')) throw new Error(`The node has ended: ${first}`);
  const { url, id } = JSON.parse(first) as { url: string; id: string };
  const setClockAhead = (clockAheadMs: number): void => void child.send({ clockAheadMs });
  return { url, id, port: Number(new URL(url).port), child, ended, setClockAhead };
}

import { createServer } from 'node:net';
import { parseConfig, type Config } from '@bijli/server/config';
import { shutdownSignal } from '@bijli/server/kernel/shutdown-signal';
import { startDevStack, type DevStack } from './dev-stack.ts';
import { startNodeStack, type NodeStack } from './node-stack.ts';

/**
 * `npm start` in demo mode: starts the whole stack, prints one block of text, and ends everything in order. With
 * `--child` it ends when its input closes.
 */
const started = process.hrtime.bigint();
const seconds = () => (Number(process.hrtime.bigint() - started) / 1e9).toFixed(1);
const count = (n: number) => n.toLocaleString('en-IN');
const say = (text: string) => process.stdout.write(`${text}\n`);

async function isFree({ host, port }: Config): Promise<boolean> {
  const server = createServer();
  return new Promise((answer) => {
    server.once('error', () => answer(false));
    server.listen(port, host, () => server.close(() => answer(true)));
  });
}

/** The number of nodes in `--nodes 3`. Undefined for the one node of an ordinary demo. */
function nodesWanted(): number | undefined {
  const at = process.argv.indexOf('--nodes');
  return at < 0 ? undefined : Number(process.argv[at + 1]);
}

async function open(): Promise<DevStack | NodeStack> {
  const config = parseConfig(process.env);
  const { host, port, dataDir, demoFleet } = config;
  if (port !== 0 && !(await isFree(config))) {
    throw new Error(`Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`);
  }
  const onStep = (step: string) => say(`  ${seconds().padStart(5)} s  ${step} …`);
  const nodes = nodesWanted();
  if (nodes !== undefined) return startNodeStack({ host, port, dataDir, fleet: demoFleet, nodes, onStep });
  return startDevStack({ host, port, dataDir, fleet: demoFleet, keepsServer: true, onStep });
}

const nodesOf = (stack: NodeStack): string =>
  stack
    .nodes()
    .map(
      ({ url, pid }, at) => `    Node ${at + 1}      ${url}   (kill -9 ${pid}: the others go on, and it comes back)\n`,
    )
    .join('');

const end = shutdownSignal();
// When the input was closed, the terminal may be gone too.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

async function run(): Promise<number> {
  const stack = await open();
  say(`
  Bijli is running.

    Open        ${stack.url}
    Codes       ${stack.url}/demo/messages   (the one-time codes that a phone would get)
    API         ${stack.url}/docs
    Chargers    dial in at ${stack.url.replace('http', 'ws')}/ocpp/{id}
${'nodes' in stack ? nodesOf(stack) : ''}    Stop        Ctrl-C

  This is a demo: stations and payments are fictional, and it answers on this machine only.
`);
  void stack.fleetTried.then(({ tried, online }) => {
    if (tried > 0) say(`  ${seconds().padStart(5)} s  ${count(online)} of ${count(tried)} chargers are online`);
  });
  const problem = await Promise.race([end, stack.broken]);
  say(problem ? `\n${problem} Stopping the rest …` : '\nStopping the chargers, the server and the database …');
  await stack.stop();
  say('Stopped. Your data is kept.');
  return problem ? 1 : 0;
}

process.exitCode = await run().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
process.exit();

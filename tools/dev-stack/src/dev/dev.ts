import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseConfig } from '@bijli/server/config';
import { startEmbeddedPostgres } from '@bijli/server/db/embedded';
import { createLog } from '@bijli/server/kernel/log';
import { shutdownSignal } from '@bijli/server/kernel/shutdown-signal';
import { startDevStack, type DevStack } from '../dev-stack.ts';
import { openDevProxy, type DevProxy } from './dev-proxy.ts';

/**
 * `npm run dev`: the demo of `npm start` on the same data, with pages from their sources and a server that restarts
 * when one of its files is saved. The database keeps running, and requests wait for the next server. `node --watch`
 * cannot tell when the server is ready, and lives on when this process is killed. `--port 0` uses a free port for the
 * pages.
 */
const { port } = parseArgs({
  options: { port: { type: 'string', default: '5173' }, child: { type: 'boolean' } },
}).values;
/** Editors write a file in several steps. */
const SETTLE_MS = 30;
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const SERVER_SOURCES = ['apps/server/src', 'apps/server/data', 'packages/contract/src', 'packages/ocpp/src'];
const say = (text: string) => process.stdout.write(`${text}\n`);
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

const end = shutdownSignal();
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

const { dataDir, databaseUrl, demoFleet } = parseConfig(process.env);
const postgres = databaseUrl ? undefined : await startEmbeddedPostgres(dataDir, createLog('warn'));
const proxy = await openDevProxy(Number(port));
const starting = startDevStack({
  port: 0,
  dataDir,
  fleet: demoFleet,
  env: {
    PUBLIC_URL: proxy.url,
    DATABASE_URL: postgres?.url ?? databaseUrl ?? '',
    // Vite renders the shop's pages.
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --conditions=bijli-dev`,
  },
  onStep: (step) => say(`  ${step} …`),
  onServerEnd: (how) => say(`  the server ended (${how}); it is started again with the next save`),
});
proxy.leadTo(starting.then(({ url }) => url));

async function run(): Promise<void> {
  const stack = await starting;
  restartOnSave(proxy, stack);
  say(`
  Bijli is running, and follows what you save.

    Open        ${proxy.url}          the shop: ${proxy.url}/products
    Codes       ${proxy.url}/demo/messages
    Chargers    dial in at ${proxy.url.replace('http', 'ws')}/ocpp/{id}
    Stop        Ctrl-C
`);
  await Promise.race([end, stack.broken.then(say)]);
  await stack.stop();
}

/** Restarts the server one restart at a time. A save meanwhile causes one more. */
function restartOnSave({ pages, leadTo }: DevProxy, stack: DevStack): void {
  let timer: NodeJS.Timeout | undefined;
  let restarting = Promise.resolve();
  const restart = async (file: string): Promise<void> => {
    const savedAtMs = performance.now();
    const again = stack.restartServer().then(() => stack.url);
    leadTo(again);
    try {
      await again;
      say(`  ${file.slice(root.length)} saved, the server runs again after ${seconds(savedAtMs)} s`);
      pages.shop.ws.send({ type: 'full-reload' });
    } catch (error) {
      say(`  ${(error as Error).message} It is started again with the next save.`);
    }
  };
  pages.web.watcher.add(SERVER_SOURCES.map((folder) => `${root}${folder}`));
  pages.web.watcher.on('all', (_event, file) => {
    const isServers = SERVER_SOURCES.some((folder) => file.startsWith(`${root}${folder}`));
    if (!isServers || /\.test\.ts$|\/testing\//.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => (restarting = restarting.then(() => restart(file))), SETTLE_MS);
  });
}

process.exitCode = await run().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  },
);
await proxy.close();
await postgres?.stop();
process.exit();

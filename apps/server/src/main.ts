/** One node of Bijli. With `--child` it tells its parent when it is ready, and ends with the parent. */
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { RenderShop } from '@bijli/contract/shop-page';
import packageJson from '../package.json' with { type: 'json' };
import { createApp } from './app.ts';
import type { Backups } from './backup/backups.ts';
import { startOwnDatabase } from './backup/own-database.ts';
import { NodeLease } from './cluster/node-lease.ts';
import {
  exitAfterDrain,
  watchUncaughtErrors,
  START_AGAIN_CODE,
  type UncaughtErrors,
} from './cluster/uncaught-errors.ts';
import { openWaitingNode, type WaitingNode } from './cluster/waiting-node.ts';
import { parseConfig, type Config } from './config/config.ts';
import { renamedSettings } from './config/env.ts';
import { isDatabaseUnavailable } from './db/database-unavailable.ts';
import { openServerDatabase, type Database } from './db/database.ts';
import { withMigrationLock, migrate } from './db/migrate.ts';
import { systemClock } from './kernel/clock.ts';
import { createLog, type Log } from './kernel/log.ts';
import { createSampledLog } from './kernel/sampled-log.ts';
import { shutdownSignal } from './kernel/shutdown-signal.ts';
import { saveFirstSupplier } from './modules/invoices/index.ts';
import { seedDemoReviews } from './seed/demo-reviews.ts';
import { seedDemo } from './seed/demo.ts';
import { seedPlaces } from './seed/seed-places.ts';
import { seedShop } from './seed/seed-shop.ts';
import { seedSuppliers } from './seed/seed-suppliers.ts';
import { seedTokens } from './seed/seed-tokens.ts';
import { seedVehicles } from './seed/seed-vehicles.ts';

const built = (folder: string): string => fileURLToPath(new URL(`../../${folder}`, import.meta.url));
const isChild = process.argv.includes('--child');

interface Start {
  config: Config;
  log: Logger;
  /** Resolves when the server should end. */
  end: Promise<void>;
  uncaughtErrors: UncaughtErrors;
  renderShop: RenderShop;
  /** The backups of the embedded database. */
  backups?: Backups | undefined;
}

/**
 * In this order: lease, migrations and seeds, open sessions, and only then requests. Without `NATS_URL` one node at a
 * time has the lease. Nodes that share the database take turns at migrations and seeds. Resolves with the exit code.
 */
async function serve(
  databaseUrl: string,
  { config, log, end, uncaughtErrors, renderShop, backups }: Start,
): Promise<number> {
  const { natsUrl } = config;
  const lease = new NodeLease({
    url: databaseUrl,
    log,
    ...(natsUrl && { shared: { address: config.publicUrl, version: packageJson.version } }),
  });
  const database = openServerDatabase(databaseUrl, log, { gate: lease.gate });
  const lost = Promise.race([uncaughtErrors.caught, lease.lost]).then(() => START_AGAIN_CODE);
  const ending = Promise.race([end.then(() => 0), lost]);
  const tracing = await openTraces(config, lease.nodeId, log);
  void ending.then((code) => exitAfterDrain(code, code === 0 ? config.drainMs : 0, log));
  try {
    if (!(await waitFor(lease, { config, log, ending }))) return await ending;
    await withMigrationLock(databaseUrl, () => prepare(database, config, log));
    const { whyNotServing } = uncaughtErrors;
    const pages = { web: built('web/dist'), shop: built('shop/dist/client'), renderShop };
    const node = natsUrl && {
      id: lease.nodeId,
      transport: await openTransport(natsUrl, lease.nodeId, log),
      lease,
    };
    const app = await createApp({
      config,
      database,
      clock: systemClock,
      log,
      pages,
      whyNotServing,
      backups,
      ...(node && { node }),
    });
    const url = await app.listen().catch(portTaken(config));
    reportToParent({ url });
    log.info({ event: 'node.listening', url }, 'Bijli is running');
    const code = await ending;
    // A node that may be faulty, or that has lost its lease, ends its links at once.
    await app
      .close(code === 0 ? config.drainMs : 0)
      .catch((error: unknown) => log.error({ event: 'process.close', error }, 'not everything could be closed'));
    return code;
  } finally {
    await lease.release();
    await database.$client.end();
    await tracing?.close();
  }
}

/** Loads tracing only if traces have a destination. */
async function openTraces({ traces }: Config, nodeId: string, log: Log) {
  if (!traces) return undefined;
  const { openTracing } = await import('./telemetry/tracing.ts');
  return openTracing({
    ...traces,
    nodeId,
    version: packageJson.version,
    logSampled: createSampledLog(log, systemClock),
  });
}

/** Loads the library of NATS only if several nodes serve. */
async function openTransport(natsUrl: string, nodeId: string, log: Log) {
  const { openNatsTransport } = await import('./cluster/nats-transport.ts');
  return openNatsTransport(natsUrl, { name: `bijli ${nodeId.slice(0, 8)}`, log });
}

/** Returns false if the server should stop before it may serve. */
async function waitFor(
  lease: NodeLease,
  { config, log, ending }: Pick<Start, 'config' | 'log'> & { ending: Promise<unknown> },
): Promise<boolean> {
  let waiting: WaitingNode | undefined;
  let lastReason = '';
  const isTaken = await lease.take(async (why) => {
    if (why !== lastReason && why === 'standby')
      log.warn({ event: 'node.standby' }, 'another node serves this database; this node is on standby');
    if (why !== lastReason && why === 'unavailable')
      log.warn({ event: 'node.no_database' }, 'the database does not answer; this node waits for it');
    lastReason = why;
    waiting?.setReason(why);
    if (waiting) return;
    waiting = await openWaitingNode(config, why).catch(portTaken(config));
    reportToParent({ url: waiting.url, waits: why });
  }, ending);
  await waiting?.close();
  if (isTaken && waiting) log.warn({ event: 'node.takes_over' }, 'this node is active now');
  return isTaken;
}

async function prepare(database: Database, config: Config, log: Log): Promise<void> {
  const { isDemo, demoFleet, supplier } = config;
  await bringUpToDate(database, config, log);
  await saveFirstSupplier(database, supplier, systemClock.now());
  await seedVehicles(database);
  await seedPlaces(database);
  if (!isDemo) return;
  await seedSuppliers(database, systemClock.now());
  await seedDemo(database, systemClock.now());
  await seedShop(database);
  await seedTokens(database, systemClock.now());
  if (demoFleet === 'whole') await seedDemoReviews(database, systemClock.now());
}

/** Tells callers meanwhile that it is not ready yet, and how long that may take. */
async function bringUpToDate(database: Database, config: Config, log: Log): Promise<void> {
  let waiting: Promise<WaitingNode> | undefined;
  try {
    await migrate(database, log, (step) => {
      reportToParent({ step });
      waiting ??= openWaitingNode(config, 'migrating');
      void waiting.then(
        (node) => node.setReason('migrating', step),
        () => {},
      );
    });
  } finally {
    await (await waiting?.catch(portTaken(config)))?.close();
  }
}

/** The renderer of the shop's pages, which `npm start` builds. */
async function builtShop(): Promise<RenderShop> {
  const { renderShop } = await import('@bijli/shop').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('The web app and the shop are not built yet. `npm start` builds them and starts the server.');
  });
  return renderShop;
}

function portTaken({ port: own }: Config): (error: NodeJS.ErrnoException & { port?: number }) => never {
  return (error) => {
    if (error.code !== 'EADDRINUSE') throw error;
    const { port = own } = error;
    const setting = port === own ? 'PORT' : 'OCPP_TLS_PORT';
    throw new Error(`Port ${port} is taken by another program. Set ${setting} to another one.`);
  };
}

/** Reports to programs on standard output, and tells the parent process when the node answers, also on standby. */
function reportToParent(message: { url: string; waits?: string } | { step: string }): void {
  if (isChild) process.stdout.write(`${JSON.stringify(message)}\n`);
  if ('url' in message) process.send?.('ready');
}

async function run(): Promise<number> {
  const end = shutdownSignal();
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  for (const { oldName, name } of renamedSettings(process.env))
    log.warn(
      { event: 'config.renamed_setting', oldName, name },
      `${oldName} was renamed to ${name}; the old name works until the next release`,
    );
  // Checked before the database is used, so that a node that cannot serve takes nobody's place.
  const start = { config, log, end, uncaughtErrors: watchUncaughtErrors(log), renderShop: await builtShop() };
  if (config.databaseUrl) return serve(config.databaseUrl, start);
  const own = await startOwnDatabase(config, log);
  try {
    return await serve(own.url, { ...start, backups: own.backups });
  } finally {
    await own.stop();
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // Errors that may pass are tried again.
    process.exit(isDatabaseUnavailable(error) ? START_AGAIN_CODE : 1);
  },
);

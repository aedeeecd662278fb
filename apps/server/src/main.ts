import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { openServerDatabase } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { seedDemo } from './db/seed/demo.ts';
import { seedPlaces } from './db/seed/places.ts';
import { seedShop } from './db/seed/shop.ts';
import { seedVehicles } from './db/seed/vehicles.ts';
import { systemClock } from './kernel/clock.ts';
import { createLog } from './kernel/log.ts';

/** One node of Bijli. With `--child` it tells its parent when it is ready and ends when the parent does. */
const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const isChild = process.argv.includes('--child');

/** Resolves when somebody wants the server to end; heard from the first moment, so that no start is left half done. */
function endWanted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    if (isChild)
      process.stdin
        .on('end', resolve)
        .on('error', () => resolve())
        .resume();
  });
}

async function serve(config: Config, databaseUrl: string, log: Logger, end: Promise<void>): Promise<void> {
  const database = openServerDatabase(databaseUrl, log);
  await migrate(database);
  await seedVehicles(database);
  await seedPlaces(database);
  if (config.demo) {
    await seedDemo(database, systemClock.now());
    await seedShop(database);
  }
  const app = await createApp({ config, database, clock: systemClock, log, webFolder: WEB_FOLDER });
  const url = await app.listen().catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${config.port} is taken by another program. Set PORT to another one.`)
      : error;
  });
  if (isChild) process.stdout.write(`${JSON.stringify({ url })}\n`);
  log.info({ url }, 'Bijli is running');
  await end;
  await app.close();
  await database.$client.end();
}

async function run(): Promise<void> {
  const end = endWanted();
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  if (config.databaseUrl) return serve(config, config.databaseUrl, log, end);
  const postgres = await startEmbeddedPostgres(config.dataDir, log);
  try {
    await serve(config, postgres.url, log, end);
  } finally {
    await postgres.stop();
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);

import { createApp } from '@bijli/server/app';
import { parseConfig } from '@bijli/server/config';
import { openServerDatabase } from '@bijli/server/db/database';
import { systemClock } from '@bijli/server/kernel/clock';
import { createLog } from '@bijli/server/kernel/log';

/** A server that takes no lease, to test what happens when two serve one database. */
const config = parseConfig(process.env);
const log = createLog(config.logLevel);
const database = openServerDatabase(config.databaseUrl ?? '', log);
const app = await createApp({ config, database, clock: systemClock, log, pages: undefined });
process.stdout.write(`${JSON.stringify({ url: await app.listen() })}\n`);
process.stdin.resume().on('end', async () => {
  await app.close();
  process.exit(0);
});

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { startNodeStack } from '@bijli/dev-stack/node-stack';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { reachableData } from '@bijli/server/db/embedded-paths';
import { createLog } from '@bijli/server/kernel/log';
import { newDataFolder } from './data-folder.ts';

const ENV = { LOG_LEVEL: 'fatal', MAP_TILES_URL: 'none' };

/** Servers on one database, before the load starts. */
export interface Servers {
  urls: string[];
  pids: number[];
  database: Database;
  databasePid: number;
  close(): Promise<void>;
}

function databaseOf(dataDir: string) {
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 2);
  const file = join(reachableData(dataDir), 'postgres/postmaster.pid');
  return { database, databasePid: existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN };
}

export async function startSingleServer(): Promise<Servers> {
  const dataDir = newDataFolder();
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env: ENV });
  const { database, databasePid } = databaseOf(dataDir);
  return {
    urls: [stack.url],
    pids: [stack.server().pid],
    database,
    databasePid,
    async close() {
      await database.$client.end();
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function startSeveralNodes(count: number) {
  const dataDir = newDataFolder();
  const onStep = (): void => {};
  const options = { port: 0, host: '127.0.0.1', dataDir, fleet: 'none', nodes: count, onStep, env: ENV } as const;
  const stack = await startNodeStack(options);
  const measured = { stack, dataDir, ...databaseOf(dataDir) };
  const nodes = stack.nodes();
  const servers: Servers = {
    ...measured,
    urls: nodes.map(({ url }) => url),
    pids: nodes.map(({ pid }) => pid),
    async close() {
      await measured.database.$client.end();
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return { measured, servers };
}

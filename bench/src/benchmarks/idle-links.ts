import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from '@bijli/dev-stack/child';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { freePort } from '@bijli/server/kernel/free-port';
import { newSecret } from '@bijli/server/kernel/ids';
import { createLog } from '@bijli/server/kernel/log';
import type { Benchmark } from '../benchmark.ts';
import { insertChargePoints } from '../data/insert-charge-points.ts';
import { LoadChargePoint } from '../load/load-charge-point.ts';
import { memoryAfterCollection } from '../measuring/process-memory.ts';
import { spread } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf } from '../setup/fixture.ts';

const LINKS = 10_000;
const WARM_UP = 500;
/** A server accepts 4,000 at once and then 200 a second. */
const LINKS_A_SECOND = 250;
/** After this time the server has asked and stored all that it wants from a charge point that has booted. */
const QUIET_AFTER_MS = 15_000;
const MAX_RATIO = 3;
const PREFIX = 'IDLE-';
const BASELINE = fileURLToPath(new URL('../baselines/baseline-ocpp-server.ts', import.meta.url));

/** A process that is measured. */
interface MeasuredServer {
  url: string;
  pid: number;
  inspectorPort: number;
}

interface PerLink {
  heldKb: number;
  usedKb: number;
}

/**
 * Opens links of charge points that have booted, reported the status of their connector and answered the configuration
 * request.
 */
async function openLinks(url: string, password: string, count: number): Promise<LoadChargePoint[]> {
  const links: LoadChargePoint[] = [];
  while (links.length < count) {
    const second = pause(1_000);
    const more = Array.from({ length: Math.min(LINKS_A_SECOND, count - links.length) }, async (_, nth) => {
      const link = await new LoadChargePoint({ url, id: `${PREFIX}${links.length + nth}`, password }).open();
      await link.call('BootNotification', { chargePointVendor: 'Bijli', chargePointModel: 'Bench' });
      await link.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
      return link;
    });
    links.push(...(await Promise.all(more)));
    await second;
  }
  return links;
}

/**
 * Memory of one link: memory with all links less the memory before, after the same number of warm-up links has come and
 * gone.
 */
async function measure({ url, pid, inspectorPort }: MeasuredServer, password: string): Promise<PerLink> {
  const close = (links: LoadChargePoint[]) => Promise.all(links.map((link) => link.close()));
  await close(await openLinks(url, password, WARM_UP));
  await pause(QUIET_AFTER_MS);
  const before = await memoryAfterCollection(pid, inspectorPort);
  const links = await openLinks(url, password, LINKS);
  await pause(QUIET_AFTER_MS);
  const open = links.filter(({ socket }) => socket.readyState === socket.OPEN).length;
  if (open < LINKS) throw new Error(`${LINKS - open} links have ended.`);
  const after = await memoryAfterCollection(pid, inspectorPort);
  await close(links);
  const kb = (more: number, less: number) => ((more - less) * 1000) / LINKS;
  return { heldKb: kb(after.heldMb, before.heldMb), usedKb: kb(after.usedMb, before.usedMb) };
}

const inspected = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });

/** Memory of a silent online charge point, compared with a bare `ws` server in the same run. */
export const idleLinks: Benchmark = async (say) => {
  const secret = newSecret();
  const barePort = await freePort();
  const bareServer = await startChild<{ url: string }>(BASELINE, {
    input: { job: 'answer' },
    env: inspected(barePort),
  });
  const bare = await measure(
    { url: `${bareServer.answer.url}`, pid: bareServer.pid, inspectorPort: barePort },
    secret,
  ).finally(() => bareServer.stop());
  say(`bare ws: ${bare.heldKb.toFixed(1)} kB a link, in use ${bare.usedKb.toFixed(1)}`);

  const dataDir = newDataFolder();
  const inspectorPort = await freePort();
  const env = { LOG_LEVEL: 'fatal', ...inspected(inspectorPort) };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 1);
  try {
    await insertChargePoints(database, { prefix: PREFIX, count: LINKS, secret });
    const url = `${stack.url.replace('http', 'ws')}/ocpp`;
    const ours = await measure({ url, pid: stack.server().pid, inspectorPort }, secret);
    say(`Bijli: ${ours.heldKb.toFixed(1)} kB a link, in use ${ours.usedKb.toFixed(1)}`);
    const ratio = ours.heldKb / bare.heldKb;
    const figure = (value: number) => spread([value], 2);
    return {
      rows: [
        { what: 'Bijli, kB a link', overTime: true, figures: figure(ours.heldKb) },
        { what: 'bare ws, kB a link', figures: figure(bare.heldKb) },
        { what: 'ratio Bijli / bare', overTime: true, figures: figure(ratio) },
        { what: 'Bijli, kB a link in use by JavaScript', figures: figure(ours.usedKb) },
        { what: 'bare ws, kB a link in use by JavaScript', figures: figure(bare.usedKb) },
        { what: 'ratio of what JavaScript uses', overTime: true, figures: figure(ours.usedKb / bare.usedKb) },
      ],
      durability: await durabilityOf(database),
      limit: `${LINKS} links of charge points that have booted, told the state of a plug and been asked for their configuration; memory of the process after a collection, less that before.`,
      details: { links: LINKS, ours, bare },
      broken: ratio > MAX_RATIO ? `a link takes more than ${MAX_RATIO} times the memory of a bare one` : undefined,
    };
  } finally {
    await database.$client.end();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

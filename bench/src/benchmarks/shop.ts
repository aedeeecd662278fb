import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startChild } from '@bijli/dev-stack/child';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { createLog } from '@bijli/server/kernel/log';
import type { Benchmark } from '../benchmark.ts';
import type { HttpLoadOptions, HttpLoadResult } from '../load/http-load.ts';
import { spread } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf } from '../setup/fixture.ts';

const ROUNDS = 5;
const LOAD: Omit<HttpLoadOptions, 'url'> = { connections: 10, warmUpMs: 700, measureMs: 2_000 };
/** As many connections as the server's own pool. */
const BASELINE_CONNECTIONS = 12;
const PRODUCT = 'demo-wb-74';
const BASELINE = fileURLToPath(new URL('../baselines/baseline-shop.ts', import.meta.url));
const LOADER = fileURLToPath(new URL('../load/http-load.ts', import.meta.url));

async function load(url: string): Promise<HttpLoadResult> {
  const child = await startChild<HttpLoadResult>(LOADER, { input: { ...LOAD, url } });
  await child.stop();
  return child.answer;
}

/**
 * List and detail of the shop, as JSON and as pages, compared with bare Fastify and pg with one query over the same
 * rows.
 */
export const shop: Benchmark = async (say) => {
  const dataDir = newDataFolder();
  say('starting the server with the demo shop');
  const env = { LOG_LEVEL: 'fatal', REQUESTS_PER_ADDRESS_MINUTE: '1000000000' };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const databaseUrl = runningDatabaseUrl(dataDir) ?? '';
  const database = openDatabase(databaseUrl, createLog('silent'), 2);
  const bare = await startChild<{ url: string }>(BASELINE, {
    input: { databaseUrl, connections: BASELINE_CONNECTIONS },
  });
  const addresses = {
    bareList: `${bare.answer.url}/list`,
    apiList: `${stack.url}/api/product/all`,
    htmlList: `${stack.url}/products`,
    bareDetail: `${bare.answer.url}/detail/${PRODUCT}`,
    apiDetail: `${stack.url}/api-v1/product/details/${PRODUCT}`,
    htmlDetail: `${stack.url}/product-order-detail/${PRODUCT}`,
  };
  type Kind = keyof typeof addresses;
  try {
    const rounds: Record<Kind, HttpLoadResult>[] = [];
    for (let number = 1; number <= ROUNDS; number += 1) {
      const round: Partial<Record<Kind, HttpLoadResult>> = {};
      for (const [kind, url] of Object.entries(addresses)) round[kind as Kind] = await load(url);
      rounds.push(round as Record<Kind, HttpLoadResult>);
      const figures = Object.entries(round).map(
        ([kind, { requestsPerSecond }]) => `${kind} ${requestsPerSecond.toFixed(0)}`,
      );
      say(`round ${number}: ${figures.join(', ')} requests/s`);
    }
    const of = (kind: Kind) =>
      spread(
        rounds.map((round) => round[kind].requestsPerSecond),
        0,
      );
    const ratio = (kind: Kind, to: Kind) =>
      spread(
        rounds.map((round) => round[kind].requestsPerSecond / round[to].requestsPerSecond),
        2,
      );
    return {
      rows: [
        { what: 'list, bare Fastify + pg, requests/s', figures: of('bareList') },
        { what: 'list, API, requests/s', figures: of('apiList') },
        { what: 'list, page, requests/s', figures: of('htmlList') },
        { what: 'detail, bare Fastify + pg, requests/s', figures: of('bareDetail') },
        { what: 'detail, API, requests/s', figures: of('apiDetail') },
        { what: 'detail, page, requests/s', figures: of('htmlDetail') },
        { what: 'ratio of the list, API / bare', overTime: true, figures: ratio('apiList', 'bareList') },
        { what: 'ratio of the detail, API / bare', overTime: true, figures: ratio('apiDetail', 'bareDetail') },
        { what: 'ratio of the list, page / bare', overTime: true, figures: ratio('htmlList', 'bareList') },
        { what: 'ratio of the detail, page / bare', overTime: true, figures: ratio('htmlDetail', 'bareDetail') },
      ],
      durability: await durabilityOf(database),
      limit:
        'What limits: an answer is made once for each state of the catalogue and kept as bytes, so a request costs the headers that every answer of the server bears, and a share in one small query that asks for that state for all who came meanwhile: with one connection in place of ten the ratio would be lower. Nothing is compressed here, and nothing is answered with 304. The bare side writes its JSON each time, which the kept answer does not.',
      details: { ...LOAD, product: PRODUCT, rounds },
    };
  } finally {
    await bare.stop();
    await database.$client.end();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

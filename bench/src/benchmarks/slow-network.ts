import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM } from '@bijli/dev-stack/browser';
import type { Benchmark } from '../benchmark.ts';
import { openNetwork, type LargeNetwork } from '../data/large-network.ts';
import { spread } from '../measuring/statistics.ts';
import { timeOfMark, newVisitor, PHONE_SIZE } from '../setup/first-visit.ts';
import { durabilityOf } from '../setup/fixture.ts';

const STATIONS = 1_000;
const ROUNDS = 5;

interface Conditions {
  name: string;
  /** -1: no limit. */
  bitsPerSecond: number;
  /** Added to each answer. */
  latencyMs: number;
  /** How many times slower the page's processor is. */
  cpu: number;
}

const LOOPBACK: Conditions = { name: 'loopback', bitsPerSecond: -1, latencyMs: 0, cpu: 1 };
const NETWORKS: Conditions[] = [
  LOOPBACK,
  { name: '1.6 Mbit/s', bitsPerSecond: 1_600_000, latencyMs: 150, cpu: 4 },
  { name: '400 kbit/s', bitsPerSecond: 400_000, latencyMs: 150, cpu: 4 },
];

/** Times in ms since the click on the address. */
interface Visit {
  /** The app shell from the HTML. */
  paintedMs: number;
  /** The largest element that the page painted. */
  largestMs: number;
  stationsMs: number;
  /** Bytes transferred until the stations were drawn. */
  bytes: number;
}

/** Opens the map in a browser that has never been there. */
async function visit(browser: Browser, { stack, token }: LargeNetwork, how: Conditions): Promise<Visit> {
  const context = await newVisitor(browser, token);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const throughput = how.bitsPerSecond === -1 ? -1 : how.bitsPerSecond / 8;
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: how.latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: how.cpu });
    await page.goto(stack.url, { waitUntil: 'commit' });
    const stationsMs = await timeOfMark(page, 'stations-drawn');
    const rest = await page.evaluate(async () => {
      const largest = await new Promise<number>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        }),
      );
      const sent = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      return {
        paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        largestMs: largest,
        bytes: sent.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    });
    return { ...rest, stationsMs };
  } finally {
    await context.close();
  }
}

/** The map's first visit on a slow phone and network, compared with a fast machine over loopback. */
export const slowNetwork: Benchmark = async (say) => {
  say(`starting a server with ${STATIONS} stations`);
  const network = await openNetwork(STATIONS);
  const browser = await chromium.launch(CHROMIUM);
  try {
    // The first visit reads the list from the database and the pages from the disk, so it is not measured.
    await visit(browser, network, LOOPBACK);
    const rounds: Record<string, Visit>[] = [];
    for (let number = 1; number <= ROUNDS; number += 1) {
      const round: Record<string, Visit> = {};
      for (const how of NETWORKS) round[how.name] = await visit(browser, network, how);
      rounds.push(round);
      const inWords = ([name, { paintedMs, stationsMs }]: [string, Visit]) =>
        `${name}: painted ${paintedMs.toFixed(0)} ms, stations ${stationsMs.toFixed(0)} ms`;
      say(`round ${number}: ${Object.entries(round).map(inWords).join('; ')}`);
    }
    const of = (name: string, read: (visited: Visit) => number, digits = 0) =>
      spread(rounds.flatMap((round) => round[name] ?? []).map(read), digits);
    return {
      rows: NETWORKS.flatMap(({ name }) => [
        { what: `${name}, shell painted, ms`, overTime: true, figures: of(name, (one) => one.paintedMs) },
        { what: `${name}, largest paint, ms`, figures: of(name, (one) => one.largestMs) },
        { what: `${name}, stations drawn, ms`, overTime: true, figures: of(name, (one) => one.stationsMs) },
        { what: `${name}, kB sent until then`, figures: of(name, (one) => one.bytes / 1000) },
      ]),
      durability: await durabilityOf(network.database),
      limit:
        'What limits: the bytes of the program at the slow networks, the two cores that run browser, server and database at the fast one. 150 ms for each answer and a processor four times slower, as the browser itself slows them.',
      details: { stations: STATIONS, size: PHONE_SIZE, networks: NETWORKS, rounds },
    };
  } finally {
    await browser.close();
    await network.close();
  }
};

// Measures pages with Lighthouse's mobile preset: node e2e/lighthouse.ts [runs of each page]. It stores the figures in
// docs/lighthouse and exits with 1 if the median of a page is below our promise.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import lighthouse from 'lighthouse';
import { launch } from 'puppeteer-core';
import { CHROMIUM } from '@bijli/dev-stack/browser';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { signIn } from '@bijli/dev-stack/driver';
import { startStreetService } from './street-service.ts';

type Scores = Record<string, number>;

interface Promised {
  path: string;
  /** The page is also measured with streets, which come from another origin. */
  streets?: true;
  /** The page is opened by a driver who is signed in. */
  signedIn?: true;
  /** The minimum of each category's median, out of 100. */
  min: Scores;
}

const RUNS = Number(process.argv[2] ?? 5);
const FOLDER = fileURLToPath(new URL('../docs/lighthouse/', import.meta.url));
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const SHOP = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

const PAGES: Promised[] = [
  { path: '/login', min: { performance: 95, accessibility: 100, 'best-practices': 100 } },
  { path: '/', signedIn: true, streets: true, min: { performance: 87, accessibility: 100, 'best-practices': 100 } },
  { path: '/products', min: SHOP },
  { path: '/product-order-detail/demo-wb-74', min: SHOP },
];

const dataDir = mkdtempSync(join(tmpdir(), 'bijli-lighthouse-'));
// The database runs as another user, who must be able to pass through this folder.
chmodSync(dataDir, 0o711);
const browser = await launch(CHROMIUM);

/** How often a run is repeated if the browser painted nothing, so that nothing could be measured. */
const MAX_BEGUN = 3;

async function measure(url: string, user: object | undefined, begun = 1): ReturnType<typeof measureOnce> {
  const run = await measureOnce(url, user);
  if (run.failure === undefined || begun === MAX_BEGUN) return run;
  console.warn(`${url} is measured again: ${run.failure}`);
  return measure(url, user, begun + 1);
}

async function measureOnce(url: string, user: object | undefined) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    if (user) {
      await page.evaluateOnNewDocument((entry) => localStorage.setItem('user', entry), JSON.stringify(user));
    }
    const flags = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' as const };
    const found = await lighthouse(url, flags, undefined, page);
    if (!found) throw new Error(`Lighthouse has nothing to say of ${url}`);
    const { categories, audits, runtimeError } = found.lhr;
    return {
      failure: runtimeError?.code,
      scores: Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)])),
      figures: Object.fromEntries(FIGURES.map((id) => [id, audits[id]?.displayValue])),
      /** Audits that count and fail, without those of speed. */
      failed: Object.values(categories)
        .filter(({ id }) => id !== 'performance')
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    };
  } finally {
    await context.close();
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

interface Site {
  url: string;
  /** The signed-in user, as the browser stores it. */
  user: object;
  hasStreets: boolean;
}

/**
 * Measures pages on a server of its own, whose map has the streets of these tiles. Two servers at the same time would
 * slow each other down.
 */
async function measuredOn(tiles: string, promises: Promised[]) {
  const hasStreets = tiles !== 'none';
  const env = { MAP_TILES_URL: tiles };
  const stack = await startDevStack({ port: 0, dataDir: join(dataDir, String(hasStreets)), fleet: 'small', env });
  try {
    await stack.fleetTried;
    const { client } = await signIn(stack.url, '9876543200');
    const user = { token: client.token, name: 'Asha Rao', email: 'asha@example.com' };
    const found: Awaited<ReturnType<typeof measured>>[] = [];
    for (const one of promises) found.push(await measured(one, { url: stack.url, user, hasStreets }));
    return found;
  } finally {
    await stack.stop();
  }
}

async function measured({ path, signedIn, min }: Promised, { url, user, hasStreets }: Site) {
  const runs: Awaited<ReturnType<typeof measure>>[] = [];
  // Runs one at a time, because parallel runs would slow each other down.
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(url + path, signedIn && user));
  const medians = Object.fromEntries(
    CATEGORIES.map((one) => [one, median(runs.map(({ scores }) => scores[one] ?? 0))]),
  );
  const isGood = Object.entries(min).every(([one, score]) => (medians[one] ?? 0) >= score);
  const failed = new Set(runs.flatMap((run) => run.failed));
  console.log(isGood ? ' ' : '✘', path, hasStreets ? 'with streets' : '', medians, ...failed);
  return { path, hasStreets, isGood, min, medians, runs };
}

const streetService = await startStreetService();
const pages: Awaited<ReturnType<typeof measured>>[] = [];
try {
  const withStreets = PAGES.filter(({ streets }) => streets);
  pages.push(...(await measuredOn('none', PAGES)), ...(await measuredOn(streetService.url, withStreets)));
  mkdirSync(FOLDER, { recursive: true });
  const at = new Date().toISOString();
  const kept = { at, preset: 'mobile', runs: RUNS, pages };
  writeFileSync(`${FOLDER}${at.slice(0, 16).replace(':', '-')}.json`, `${JSON.stringify(kept, undefined, 2)}\n`);
} finally {
  await browser.close();
  streetService.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(pages.every(({ isGood }) => isGood) ? 0 : 1);

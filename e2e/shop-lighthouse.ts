// Lighthouse (mobile) over the shop's pages: node e2e/shop-lighthouse.ts [runs] [address of a world that runs].
// Ends with 1 when a median is below what the shop promises.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorld } from '@bijli/world/world';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';

const PATHS = ['/products', '/product-order-detail/demo-wb-74'];
const LEAST: Record<string, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

const [runs = '5', address] = process.argv.slice(2);

interface Run {
  scores: Record<string, number>;
  figures: string;
  failed: string[];
}

async function measure(url: string): Promise<Run> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'bijli-lighthouse-'));
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await puppeteer.launch({ executablePath, args: FLAGS, userDataDir });
  const page = await browser.newPage();
  const found = await lighthouse(url, { onlyCategories: Object.keys(LEAST) }, undefined, page);
  await browser.close();
  rmSync(userDataDir, { recursive: true, force: true });
  if (!found) throw new Error(`Lighthouse has nothing to say of ${url}`);
  const { categories, audits } = found.lhr;
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]);
  const told = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];
  const failed = Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
  return {
    scores: Object.fromEntries(scores),
    figures: told.map((id) => audits[id]?.displayValue).join(', '),
    failed: failed.map(({ id }) => id),
  };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const dataDir = mkdtempSync(join(tmpdir(), 'bijli-lighthouse-'));
// The database's own user must get through.
chmodSync(dataDir, 0o711);
const world = address ? undefined : await startWorld({ port: 0, dataDir: join(dataDir, 'data'), fleet: true });
const base = address ?? world?.url ?? '';

let isGood = true;
for (const path of PATHS) {
  const all: Run[] = [];
  for (let run = 0; run < Number(runs); run += 1) {
    // One at a time: they would slow each other.
    // oxlint-disable-next-line no-await-in-loop
    const one = await measure(base + path);
    all.push(one);
    console.log(`${path} ${JSON.stringify(one.scores)} ${one.figures} ${one.failed.join(' ')}`);
  }
  for (const [name, least] of Object.entries(LEAST)) {
    const value = median(all.map(({ scores }) => scores[name] ?? 0));
    if (value < least) isGood = false;
    console.log(`${path} ${name}: ${value}, at least ${least}`);
  }
}
await world?.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(isGood ? 0 : 1);

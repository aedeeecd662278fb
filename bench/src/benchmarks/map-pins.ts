import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM } from '@bijli/dev-stack/browser';
import type { Benchmark } from '../benchmark.ts';
import { openNetwork, type LargeNetwork } from '../data/large-network.ts';
import { spread } from '../measuring/statistics.ts';
import { timeOfMark, newVisitor, PHONE_SIZE } from '../setup/first-visit.ts';
import { durabilityOf } from '../setup/fixture.ts';

const FEW = 1_000;
const MANY = 100_000;
const ROUNDS = 3;
/** Swipes across the map and back, in steps of one frame. */
const STROKES = 4;
const STEPS = 20;

interface Drawn {
  /** Time from the click on the address until stations were drawn. */
  drawnMs: number;
  /** Time from the first touch of the map until the movable map has replaced the static one. */
  movableMs: number;
  framesPerSecond: number;
  /** Longest time without a frame while the map was moved. */
  longestMs: number;
  /** Bytes of the station calls, as transferred. */
  stationBytes: number;
}

/** Opens the map in a browser that has never been there. */
async function visit(browser: Browser, { stack, token }: LargeNetwork): Promise<Drawn> {
  const context = await newVisitor(browser, token);
  try {
    const page = await context.newPage();
    await page.goto(stack.url);
    const drawnMs = await timeOfMark(page, 'stations-drawn');
    const middle = { x: PHONE_SIZE.width / 2, y: PHONE_SIZE.height / 3 };
    const reachedMs = await page.evaluate(() => performance.now());
    await page.mouse.move(middle.x, middle.y);
    const movableMs = (await timeOfMark(page, 'map-drawn')) - reachedMs;
    await page.waitForTimeout(1_500);
    await page.evaluate(() => {
      const frames: number[] = [];
      const checkOne = (frameAtMs: number) => {
        frames.push(frameAtMs);
        requestAnimationFrame(checkOne);
      };
      requestAnimationFrame(checkOne);
      Object.assign(globalThis, { frames });
    });
    for (let stroke = 0; stroke < STROKES; stroke += 1) {
      const way = stroke % 2 === 0 ? 1 : -1;
      await page.mouse.move(middle.x - way * 100, middle.y);
      await page.mouse.down();
      await page.mouse.move(middle.x + way * 100, middle.y + 30 * way, { steps: STEPS });
      await page.mouse.up();
    }
    const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
    const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
    const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000;
    const stationBytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('/charging-station'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    return {
      drawnMs,
      movableMs,
      framesPerSecond: gaps.length / seconds,
      longestMs: Math.max(...gaps),
      stationBytes,
    };
  } finally {
    await context.close();
  }
}

/** The map page in a real browser over 100,000 stations, compared with 1,000. */
export const mapPins: Benchmark = async (say) => {
  say(`starting one server with ${FEW} stations and one with ${MANY}`);
  const [few, many] = [await openNetwork(FEW), await openNetwork(MANY)];
  const browser = await chromium.launch(CHROMIUM);
  try {
    // The first visits read lists from the database and pages from the disk, so they are not measured.
    await visit(browser, few);
    await visit(browser, many);
    const rounds: { few: Drawn; many: Drawn }[] = [];
    for (let number = 1; number <= ROUNDS; number += 1) {
      const pair = { few: await visit(browser, few), many: await visit(browser, many) };
      rounds.push(pair);
      const inWords = ({ drawnMs, framesPerSecond }: Drawn) =>
        `${drawnMs.toFixed(0)} ms, ${framesPerSecond.toFixed(0)} frames/s`;
      say(`round ${number}: ${FEW}: ${inWords(pair.few)}; ${MANY}: ${inWords(pair.many)}`);
    }
    const of = (read: (round: { few: Drawn; many: Drawn }) => number, digits: number) =>
      spread(rounds.map(read), digits);
    return {
      rows: [
        { what: '1,000 stations, first drawn, ms', overTime: true, figures: of((round) => round.few.drawnMs, 0) },
        { what: '100,000 stations, first drawn, ms', overTime: true, figures: of((round) => round.many.drawnMs, 0) },
        {
          what: 'ratio of first drawn, 100,000 / 1,000',
          overTime: true,
          figures: of((round) => round.many.drawnMs / round.few.drawnMs, 2),
        },
        {
          what: '1,000 stations, from reaching for the map until it moves, ms',
          figures: of((round) => round.few.movableMs, 0),
        },
        {
          what: '100,000 stations, from reaching for the map until it moves, ms',
          figures: of((round) => round.many.movableMs, 0),
        },
        { what: '1,000 stations, frames/s while panning', figures: of((round) => round.few.framesPerSecond, 1) },
        { what: '100,000 stations, frames/s while panning', figures: of((round) => round.many.framesPerSecond, 1) },
        {
          what: 'ratio of frames, 100,000 / 1,000',
          overTime: true,
          figures: of((round) => round.many.framesPerSecond / round.few.framesPerSecond, 2),
        },
        { what: '1,000 stations, longest time without a frame, ms', figures: of((round) => round.few.longestMs, 0) },
        { what: '100,000 stations, longest time without a frame, ms', figures: of((round) => round.many.longestMs, 0) },
        { what: '1,000 stations, kB of stations sent', figures: of((round) => round.few.stationBytes / 1000, 1) },
        { what: '100,000 stations, kB of stations sent', figures: of((round) => round.many.stationBytes / 1000, 1) },
      ],
      durability: await durabilityOf(many.database),
      limit:
        'What limits: there is no graphics card here, so the browser draws the map with the same two cores that run both servers; what counts is the ratio. Of 1,000 stations each is sent and clustered in the browser; of 100,000 the server sends clusters, and single stations where few are in view.',
      details: { few: FEW, many: MANY, size: PHONE_SIZE, rounds },
    };
  } finally {
    await browser.close();
    await few.close();
    await many.close();
  }
};

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { KINDS, test, skipReason } from '../engines/engine-test.ts';
import { element, type Query } from '../engines/query.ts';
import { DETAIL } from '../shop-steps.ts';
import { HUB } from '../users.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screens/engines/', import.meta.url));
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const ROW_HEIGHT = 420;
const GAP = 8;
const QUALITY = 55;

/** Each screen with what to tap there and what must then be in sight. */
const SCREENS: [path: string, taps: Query[], shows: Query][] = [
  ['/?lat=12.9784&lng=77.6408', [], element('item', /Bijli Hub Indiranagar/)],
  [`/charger?id=${HUB}`, [], element('heading', 'Chargers')],
  [`/charger?id=${HUB}`, [element('button', 'Charge Now')], element('dialog', 'Charge Now')],
  ['/wallet', [element('button', 'Add Credit')], element('dialog', 'Add Credit')],
  ['/charging-sessions', [], element('text', 'Booking id')],
  ['/products', [], element('heading', /Home Wallbox/)],
  [DETAIL, [element('button', 'Order Now')], element('dialog')],
];

for (const kind of KINDS) {
  const reason = skipReason(kind);
  test.describe(reason ?? kind.name, () => {
    test.use({ kind });
    test.skip(reason !== undefined);

    for (const { width, height } of SIZES) {
      test(`picture of the main screens, ${width} px wide`, async ({ steps, stack, users }) => {
        const { user } = await users.prepare('regular');
        await steps.resize({ width, height });
        await steps.open(`${stack.url}/health/live`);
        await steps.ask((kept) => localStorage.setItem('user', kept), JSON.stringify(user));
        const placed: { input: Buffer; left: number; top: number }[] = [];
        let left = 0;
        for (const [path, taps, shows] of SCREENS) {
          await steps.open(stack.url + path);
          for (const what of taps) await steps.tap(what);
          await steps.see(shows);
          await steps.holds(rests);
          const shot = sharp(await steps.picture()).resize({ height: ROW_HEIGHT });
          const { data: input, info } = await shot.toBuffer({ resolveWithObject: true });
          placed.push({ input, left, top: 0 });
          left += info.width + GAP;
        }
        mkdirSync(FOLDER, { recursive: true });
        await sharp({ create: { width: left - GAP, height: ROW_HEIGHT, channels: 3, background: '#808080' } })
          .composite(placed)
          .webp({ quality: QUALITY })
          .toFile(`${FOLDER}${kind.name.toLowerCase()}-${width}.webp`);
      });
    }
  });
}

/**
 * Runs in the page. True if everything has loaded, the map shows its stations, and nothing has moved since the last
 * call.
 */
function rests(): boolean {
  const isInSight = (one: Element): boolean => one.getBoundingClientRect().top < innerHeight;
  const isPending = [...document.images].some(
    (image) => !image.complete && image.checkVisibility() && isInSight(image),
  );
  const isBare = document.querySelector('canvas') && performance.getEntriesByName('stations-drawn').length === 0;
  const { top = 0, height = 0 } = document.querySelector('[role=dialog]')?.getBoundingClientRect() ?? {};
  const seen = `${location.href} ${top} ${height} ${isPending} ${document.querySelectorAll('*').length}`;
  const kept = window as { seenBefore?: { seen: string; atMs: number } };
  if (kept.seenBefore?.seen !== seen) kept.seenBefore = { seen, atMs: performance.now() };
  const isStill = performance.now() - kept.seenBefore.atMs > 1_000;
  return (
    isStill &&
    !isPending &&
    !isBare &&
    document.fonts.status === 'loaded' &&
    !document.querySelector('[aria-busy=true]')
  );
}

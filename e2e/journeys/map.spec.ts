import type { Locator, Page } from '@playwright/test';
import { INDIA } from '@bijli/contract/geo';
import { expect, test } from '../environment.ts';
import { fakeGraphics } from '../fake-graphics.ts';
import { watchLayout } from '../page-checks.ts';

test.use({
  permissions: ['geolocation'],
  geolocation: { latitude: 12.9716, longitude: 77.5946 },
  serviceWorkers: 'block',
});

const me = (page: Page) => page.getByRole('img', { name: 'You are here' });

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  await expect(me(page)).toBeVisible();
  const box = await me(page).boundingBox();
  if (!box) throw new Error('The driver is nowhere on the map.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Moves the focus to the map, as Tab does, and waits until the interactive map is drawn. */
async function reachForMap(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Map of charging stations' }).focus();
  await page.waitForFunction(() => performance.getEntriesByName('map-drawn').length > 0);
}

/** The height of captions and buttons above the cards at the foot of the map. */
const TOOLS_PX = 84;

/** The part of the map that bars do not cover. */
async function freeArea(page: Page): Promise<{ top: number; bottom: number; width: number; foot: number }> {
  const search = await page.getByRole('link', { name: 'Search charger' }).boundingBox();
  const cards = await page.getByRole('list', { name: 'Stations on the map' }).boundingBox();
  const foot = cards?.y ?? 0;
  return { top: search ? search.y + search.height : 0, bottom: foot - TOOLS_PX, width: 390, foot };
}

/** Waits until the driver's mark is this near to the middle of the visible map, in px. */
async function expectDriverInMiddle(page: Page, nearPx = 12): Promise<void> {
  await expect(async () => {
    const { top, bottom, width } = await freeArea(page);
    const { x, y } = await middleOf(page);
    expect(Math.hypot(x - width / 2, y - (top + bottom) / 2)).toBeLessThan(nearPx);
  }).toPass({ timeout: 30_000 });
}

test('an address with lat and lng centres the map there, which fills the screen between the bars [MAP-1, MAP-5, MAP-6]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  await page.goto('/?lat=12.9716&lng=77.5946');
  await expect(me(page)).toBeVisible();
  const area = page.getByRole('region', { name: 'Map of charging stations' });
  expect(await area.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await page.waitForFunction(() => performance.getEntriesByName('distances-drawn').length > 0);
  const { top, bottom, width } = await freeArea(page);
  // The cards are at the foot.
  expect(bottom).toBeGreaterThan(844 / 2);
  const inTheMiddle = async (): Promise<void> => {
    const { x, y } = await middleOf(page);
    expect(Math.hypot(x - width / 2, y - (top + bottom) / 2)).toBeLessThan(20);
  };
  await inTheMiddle();
  await reachForMap(page);
  await inTheMiddle();
  // Marks, rings and names did not wait for the interactive map.
  const [map = 0, ...earlier] = await page.evaluate(() =>
    ['map-drawn', 'stations-drawn', 'distances-drawn'].map((name) => performance.getEntriesByName(name)[0]?.startTime),
  );
  expect(Math.max(...earlier.map((time) => time ?? Infinity))).toBeLessThan(map);
  // Without streets the map is a chart with a scale, such as 1 km.
  await expect(page.getByRole('img', { name: /^This long is 1\Wkm$/ })).toBeVisible();
});

test('the first view fits the India box: its corners are clear of all bars, and nothing smaller would contain them [MAP-3, MAP-4, CONST-3]', async ({
  page,
  context,
  journey,
}) => {
  await journey.arrive(page);
  // The map would move on to the driver, or to the station where their car charges: it must know which.
  await page.route('**/get-ongoing-charging', () => {});
  const corners: { x: number; y: number }[] = [];
  const { south, west, north, east } = INDIA;
  expect([south, west, north, east]).toEqual([6.74, 68.147, 35.674, 97.344]);
  for (const [latitude, longitude] of [
    [south, west],
    [north, east],
  ] as const) {
    await context.setGeolocation({ latitude, longitude });
    await page.goto('/');
    corners.push(await middleOf(page));
  }
  const { top, bottom, width } = await freeArea(page);
  const [southWest = { x: 0, y: 0 }, northEast = { x: 0, y: 0 }] = corners;
  expect(southWest.x).toBeGreaterThanOrEqual(0);
  expect(northEast.x).toBeLessThanOrEqual(width);
  expect(northEast.y).toBeGreaterThanOrEqual(top);
  expect(southWest.y).toBeLessThanOrEqual(bottom);
  const across = (northEast.x - southWest.x) / width;
  const down = (southWest.y - northEast.y) / (bottom - top);
  expect(Math.max(across, down)).toBeGreaterThan(0.9);
});

/**
 * Returns the position once it is the same in two frames. The centre of the map depends on the height of the cards at
 * its foot.
 */
async function restingPlace(page: Page, of: Locator): Promise<{ x: number; y: number }> {
  let last = await of.boundingBox();
  for (;;) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const now = await of.boundingBox();
    if (now && last && now.x === last.x && now.y === last.y) return now;
    last = now;
  }
}

test.describe('without permission for the driver’s position', () => {
  test.use({ permissions: [] });

  test('the live map opens exactly where the static one was, and replaces it [MAP-3]', async ({ page, journey }) => {
    const chosen = page.locator('[data-chosen]');
    await journey.arrive(page);
    await page.goto('/');
    // No station stands out before one is chosen.
    await expect(page.locator('li[aria-current=true]')).toBeVisible();
    await expect(chosen).toHaveCount(0);
    await page.locator('li[aria-current=true] a').press('ArrowRight');
    const still = await restingPlace(page, chosen);
    await reachForMap(page);
    const moving = await restingPlace(page, chosen);
    expect(Math.hypot(moving.x - still.x, moving.y - still.y)).toBeLessThan(2);
  });

  test('the map of India asks for the driver’s position, and continues without an answer [MAP-4, MAP-24]', async ({
    page,
    journey,
  }) => {
    await journey.arrive(page);
    await page.goto('/');
    const question = page.getByRole('region', { name: 'Where are you?' });
    await expect(question.getByRole('link', { name: 'Search a city' })).toHaveAttribute('href', '/search');
    await expect(page.locator('li[aria-current=true]')).toContainText('Free now, all over India');
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(question).toHaveCount(0);
    // Nobody is asked twice while the app is open.
    await page.getByRole('link', { name: 'List of stations' }).click();
    await expect(page.getByRole('radio', { name: 'Nearest' })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'A–Z' })).toBeChecked();
    await page.goBack();
    await expect(page.locator('li[aria-current=true]')).toContainText('Free now, all over India');
    await expect(question).toHaveCount(0);
  });

  test('a returning driver sees at once the last place of the map [MAP-23]', async ({ page, journey }) => {
    await journey.arrive(page);
    await page.goto('/?lat=12.9716&lng=77.5946');
    await expect(page.getByText('Free now, all over India')).toHaveCount(0);
    await page.waitForFunction(() => localStorage.getItem('map-place') !== null);
    // Not one frame shows India, and no card is of anywhere else.
    await page.addInitScript(() => {
      const cards = new Set<string>();
      Object.assign(globalThis, { cards });
      new MutationObserver(() => {
        const front = document.querySelector('li[aria-current=true]')?.textContent;
        if (front) cards.add(front);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/');
    const front = page.locator('li[aria-current=true]');
    await expect(front).toContainText('Bengaluru');
    const cards = await page.evaluate(() => [...(globalThis as unknown as { cards: Set<string> }).cards]);
    expect(cards.filter((card) => !card.includes('Bengaluru'))).toEqual([]);
    await expect(page.getByRole('region', { name: 'Where are you?' })).toHaveCount(0);
    // The app has not asked for a position.
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(me(page)).toHaveCount(0);
  });

  test('with a graphics processor the live map loads by itself', async ({ page, journey }) => {
    await fakeGraphics(page);
    await journey.arrive(page);
    await page.mouse.move(195, 843);
    await page.goto('/');
    await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  });
});

test('the map zooms out to 4 at most and in to 16 at most [CONST-2]', async ({ page, journey }) => {
  const driver = await journey.arrive(page);
  const { properties } = await driver.client.ask('chargingStation', { query: {} });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A longitude far from the station of the card. The distance between the marks there shows the zoom.
  const longitude = 87.5;
  await page.context().setGeolocation({ latitude: 13, longitude });
  await page.goto('/?lat=12.9716&lng=77.5946');
  await reachForMap(page);
  const card = await page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first().innerText();
  const station = properties.find(({ property_name: name }) => card.includes(name));
  if (!station) throw new Error(`There is no station of the card ${card}`);
  const marks = page.locator('.maplibregl-marker');
  const zoom = async (): Promise<number> => {
    const [one = 0, other = 0] = await marks.evaluateAll((all) =>
      all.map((mark) => mark.getBoundingClientRect()).map(({ x, width }) => x + width / 2),
    );
    const degrees = longitude - station.longitude;
    return Math.log2((Math.abs(one - other) * 360) / degrees / 256);
  };
  for (const [key, end] of [
    ['-', 4],
    ['+', 16],
  ] as const) {
    for (let press = 0; press < 12; press += 1) await page.keyboard.press(key);
    await expect.poll(zoom).toBeCloseTo(end, 1);
  }
});

test('with a mouse, buttons on a wide screen zoom the map in and out', async ({ page, journey }) => {
  await journey.arrive(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/?lat=12.9716&lng=77.5946');
  await reachForMap(page);
  const scale = page.getByRole('img', { name: /^This long is/ });
  const first = await scale.getAttribute('aria-label');
  const zoom = page.getByRole('group', { name: 'Zoom' });
  for (let step = 0; step < 2; step += 1) await zoom.getByRole('button', { name: 'Zoom in' }).click();
  await expect(scale).not.toHaveAttribute('aria-label', first ?? '');
  for (let step = 0; step < 2; step += 1) await zoom.getByRole('button', { name: 'Zoom out' }).click();
  await expect(scale).toHaveAttribute('aria-label', first ?? '');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(zoom).toHaveCount(0);
});

test('if no station is visible the map says so, and leads to the nearest', async ({ page, journey }) => {
  await journey.arrive(page);
  // Far out in the Bay of Bengal.
  await page.goto('/?lat=15.2&lng=86.5&zoom=11');
  const nothing = page.getByRole('status').filter({ hasText: 'No stations here.' });
  await nothing.getByRole('button', { name: 'Show the nearest' }).click();
  await expect(nothing).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
});

test('Locate me brings the driver’s position to the middle of the visible map [MAP-18, MAP-3]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  await page.goto('/?lat=13.2&lng=77.6&zoom=9');
  await expect(me(page)).toBeVisible();
  await reachForMap(page);
  const { top, bottom } = await freeArea(page);
  expect((await middleOf(page)).y).toBeGreaterThan((top + bottom) / 2 + 12);
  await page.getByRole('button', { name: 'Locate me' }).click();
  await expectDriverInMiddle(page);
});

test('round buttons are above the map, and another card takes half a second to the front [MAP-8, MAP-9, MAP-10]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  await page.goto('/');
  const cards = page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem');
  await expect(cards.first()).toHaveCSS('transition', /^transform 0\.5s /);
  const { top, foot } = await freeArea(page);
  const list = page.getByRole('link', { name: 'List of stations' });
  for (const button of [page.getByRole('button', { name: 'Locate me' }), list]) {
    const { box, radius, isOnTop } = await button.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const uppermost = document.elementFromPoint(x + width / 2, y + height / 2);
      return {
        box: { y, width, height },
        radius: Number.parseFloat(getComputedStyle(element).borderRadius),
        isOnTop: element.contains(uppermost),
      };
    });
    expect([box.width, isOnTop]).toEqual([box.height, true]);
    expect(radius).toBeGreaterThanOrEqual(box.width / 2);
    expect([box.y > top, box.y + box.height < foot]).toEqual([true, true]);
  }
  await list.click();
  await expect(page).toHaveURL(/\/list-chargers$/);
});

test('a map that could not be loaded shows where the driver is, and is loaded again with the network', async ({
  page,
  context,
  journey,
}) => {
  await journey.arrive(page);
  await page.route(/StationMap|india-basemap/, (route) => route.abort());
  await page.goto('/');
  const map = page.getByRole('region', { name: 'Map of charging stations' });
  await map.focus();
  const banner = page.getByText('The map did not load');
  await expect(banner).toBeVisible();
  // The static map and the cards work without it. The banner moves the middle up.
  await expectDriverInMiddle(page, 50);
  await expect(map.locator('button').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  await page.unroute(/StationMap|india-basemap/);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  await expect(banner).toHaveCount(0);
  // Its style sheet has loaded too.
  await expect(page.locator('.maplibregl-marker').first()).toHaveCSS('position', 'absolute');
});

/** Counts the WebGL draw calls of the page during this many frames. */
async function watchDrawing(page: Page): Promise<(frames: number) => Promise<number>> {
  await page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext;
    const { drawElements } = prototype;
    let drawn = 0;
    prototype.drawElements = function (...drawing) {
      drawn += 1;
      return drawElements.apply(this, drawing);
    };
    Object.assign(globalThis, { drawn: () => drawn });
  });
  return (frames) =>
    page.evaluate(async (max) => {
      const { drawn } = globalThis as unknown as { drawn: () => number };
      const before = drawn();
      for (let frame = 0; frame < max; frame += 1) {
        // One after the other is what frames are.
        await new Promise(requestAnimationFrame);
      }
      return drawn() - before;
    }, frames);
}

test('an idle map is not drawn again and again', async ({ page, journey }) => {
  const drawnIn = await watchDrawing(page);
  await journey.arrive(page);
  await page.goto('/');
  await reachForMap(page);
  await expect.poll(() => drawnIn(60)).toBe(0);
});

test.describe('before the first touch', () => {
  test.use({ permissions: [] });
  const rings = (page: Page) => page.getByRole('region', { name: 'Map of charging stations' }).locator('button');
  /** Moves the pointer to the foot of the page, where there is no map. */
  const restPointer = (page: Page, x: number) => page.mouse.move(x, (page.viewportSize()?.height ?? 0) - 1);
  const total = async (page: Page) => {
    const counts = await rings(page).allTextContents();
    // A pin shows no number. The chosen station is included in the number of its cluster.
    return counts.reduce((sum, text) => sum + (Number(text) || 1), 0);
  };

  test('it shows every public station without WebGL, where the main processor would have to draw [MAP-2, API-7]', async ({
    page,
    journey,
  }) => {
    const drawnIn = await watchDrawing(page);
    await journey.arrive(page);
    await restPointer(page, 195);
    await page.goto('/');
    await expect(rings(page).first()).toBeVisible();
    const whole = await page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem('user') ?? '{}') as { token: string };
      const answer = await fetch('/api-v1/user/charging-station', { headers: { authorization: `Bearer ${token}` } });
      const { properties } = (await answer.json()) as { properties: { visibility: string }[] };
      return properties.filter(({ visibility }) => visibility === 'public').length;
    });
    expect(await total(page)).toBe(whole);
    expect(await drawnIn(30)).toBe(0);
    await expect(page.locator('canvas')).toHaveCount(0);
  });

  test('a tap on a cluster zooms in, a tap on a pin leads to its card [MAP-19]', async ({ page, journey }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await journey.arrive(page);
    await restPointer(page, 1);
    await page.goto('/');
    await expect(rings(page).first()).toBeVisible();
    const inView = page.locator('aside').getByText(/stations in view/);
    const whole = Number.parseInt((await inView.textContent())?.replaceAll(',', '') ?? '', 10);
    const cards = page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem');
    const first = await cards.first().textContent();
    await rings(page).filter({ hasNotText: /\d/ }).first().click();
    await expect(cards.first()).not.toHaveText(first ?? '');
    await restPointer(page, 1);
    // As on another device: on this one it would open where the driver was last, which the map keeps until it is left.
    await page.goto('/wallet');
    await page.evaluate(() => localStorage.removeItem('map-place'));
    await page.goto('/');
    await rings(page)
      .filter({ hasText: /^\d{3}$/ })
      .first()
      .click();
    await expect
      .poll(async () => Number.parseInt((await inView.textContent())?.replaceAll(',', '') ?? '', 10))
      .toBeLessThan(whole / 2);
  });
});

test('a keyboard user reaches the map while it loads, and then moves it with the arrow keys', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
  await page.route(/StationMap|india-basemap/, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto('/');
  const map = page.getByRole('region', { name: 'Map of charging stations' });
  await expect(map.locator('button').first()).toBeAttached();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(map).toBeFocused({ timeout: 100 });
  }).toPass();
  load();
  await page.waitForFunction(() => performance.getEntriesByName('map-drawn').length > 0);
  await expect(page.locator('canvas.maplibregl-canvas')).toBeFocused();
  const before = await middleOf(page);
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => (await middleOf(page)).y).toBeGreaterThan(before.y + 20);
});

test('with permission for the driver’s position the map opens there, also the live map for a driver who reaches for it [MAP-3, MAP-4]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  await page.mouse.move(195, 843);
  await page.goto('/');
  await expectDriverInMiddle(page);
  await expect(page.locator('canvas')).toHaveCount(0);
  await page.mouse.move(195, 400);
  await page.waitForFunction(() => performance.getEntriesByName('map-drawn').length > 0);
  await expectDriverInMiddle(page);
  // A driver who comes back finds the map as it was, with labels and scale, and can move it.
  await page.getByRole('link', { name: 'Wallet' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await page.goBack();
  await expect(page.getByRole('img', { name: /^This long is/ })).toBeVisible();
  await expect(page.locator('.maplibregl-marker').filter({ has: me(page) })).toBeVisible();
  await page.mouse.move(195, 300);
  const { x } = await middleOf(page);
  await page.mouse.down();
  await page.mouse.move(135, 300, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await middleOf(page)).x).toBeLessThan(x - 30);
});

test('without WebGL the static map stays, says that it does not move, and is there again after going back', async ({
  page,
  journey,
}) => {
  await page.addInitScript(() => {
    const { prototype } = HTMLCanvasElement;
    const { getContext } = prototype as { getContext: (kind: string, ...more: unknown[]) => unknown };
    Object.assign(prototype, {
      getContext(this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more);
      },
    });
  });
  await journey.arrive(page);
  await page.goto('/');
  const map = page.getByRole('region', { name: 'Map of charging stations' });
  const banner = page.getByText('The map did not load');
  await map.focus();
  await expect(banner).toBeVisible();
  await expect(map.locator('button').first()).toBeVisible();
  await page.getByRole('list', { name: 'Stations on the map' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/charger/);
  await page.goBack();
  await expect(map.locator('button').first()).toBeVisible();
});

test('on a slow phone the cards appear in the space that was reserved for them', async ({ page, journey }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await journey.arrive(page);
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  const shifted = await watchLayout(page);
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  const { shift, by } = await shifted();
  expect(shift, by.join()).toBeLessThan(0.02);
});

test('from 720 px a station opens beside the map, which stays and moves to it; Back closes it [SCOPE-5]', async ({
  page,
  journey,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await journey.arrive(page);
  await page.goto('/');
  await reachForMap(page);
  const map = page.locator('canvas.maplibregl-canvas');
  await map.evaluate((canvas) => canvas.setAttribute('data-first', ''));
  const cards = page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem');
  const card = cards.nth(8).getByRole('link');
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await card.click();
  await expect(page).toHaveURL(/\/charger$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Map', exact: true })).toHaveAttribute('aria-current', 'page');
  // The rail takes 80 px and the station 384 px. The pin is in the remaining part.
  const pin = page.locator('.maplibregl-marker[style*="z-index: 2"]');
  await expect.poll(async () => (await pin.boundingBox())?.x).toBeGreaterThan(80 + 384);
  await expect(map).toHaveAttribute('data-first', '');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(card).toBeInViewport();
  await expect(map).toHaveAttribute('data-first', '');
  // The same holds for the static map if the address is opened directly.
  await page.goto('/charger?id=bijli-hub-indiranagar-bengaluru');
  await expect(page.getByRole('heading', { level: 1, name: 'Bijli Hub Indiranagar' })).toBeVisible();
  const drawnPin = page.getByRole('region', { name: 'Map of charging stations' }).locator('[data-chosen]');
  await expect.poll(async () => (await drawnPin.boundingBox())?.x).toBeGreaterThan(80 + 384);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { level: 1, name: 'Bijli Hub Indiranagar' })).toBeVisible();
  await expect(map).toHaveCount(0);
  // A search beside the map moves the map to the chosen place.
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/search?q=korramangla');
  await expect(page.getByText('Koramangala, Bengaluru', { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /^This long is/ })).toBeVisible();
});

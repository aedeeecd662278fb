import { expect, test } from '../environment.ts';
import { startCharge, waitUntilFree } from '../steps.ts';

const STATION = 'bijli-point-marathahalli-bengaluru';
const NAME = 'Bijli Point Marathahalli';

test.describe('an open page', () => {
  // A position next to the station, so that it is first in the list and among the map's cards.
  test.use({ geolocation: { latitude: 12.9505, longitude: 77.7011 }, permissions: ['geolocation'] });

  test('updates a station within five seconds when its charger’s link is cut, and again when it returns, without a reload', async ({
    page,
    journey,
  }) => {
    const chargePoint = await journey.ownChargePoint(STATION);
    await waitUntilFree(await journey.arrive(page), STATION);
    await page.goto('/list-chargers');
    const card = page.getByRole('link', { name: NAME });
    await expect(card).toContainText('Available');
    const requests: string[] = [];
    // The page may fetch the code of other screens in advance, and may ask once, when the socket is connected, whether
    // a charge has started. It may not ask for figures.
    const isExpected = (url: string) => url.includes('/assets/') || url.endsWith('/get-ongoing-charging');
    page.on('request', (request) => isExpected(request.url()) || requests.push(request.url()));
    chargePoint.drop();
    await expect(card).toContainText('Unavailable', { timeout: 5_000 });
    await chargePoint.connect();
    await expect(card).not.toContainText('Unavailable', { timeout: 5_000 });
    expect(requests).toEqual([]);
  });
});

test('a second phone can neither see nor stop the first one’s charge [SOCKET-11]', async ({
  page,
  browser,
  journey,
  stack,
}) => {
  const { chargePoint } = await journey.arriveAtCharger(page, STATION);
  await startCharge(page, STATION, chargePoint, 3);

  const other = await browser.newContext();
  const second = await other.newPage();
  const frames: string[] = [];
  second.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  await journey.arrive(second, `8${journey.mobile.slice(1)}`);
  await second.goto(`/charger?id=${STATION}`);
  await expect(second.getByRole('region', { name: chargePoint.id })).toContainText('Disconnected');
  // A driver without a session is sent from the charging screen to the map.
  await second.goto('/next-charging');
  await second.waitForURL(`${stack.url}/`);
  await new Promise((resolve) => chargePoint.once('sample', resolve));
  expect(frames.filter((frame) => frame.includes('meter_value'))).toEqual([]);
  await other.close();
});

test('footer, map and gate lead only to pages that exist [SHELL-2]', async ({ page, journey, stack }) => {
  await journey.arrive(page);
  const seen = new Set<string>();
  const open = ['/', '/wallet', '/profile', '/list-chargers', '/charging-sessions', '/manage-vehicles'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeAttached();
    await expect(page.getByText('This page does not exist')).toHaveCount(0);
    const links = await page
      .getByRole('link')
      .evaluateAll((anchors) => anchors.map((anchor) => (anchor as HTMLAnchorElement).href));
    for (const link of links.filter((href) => href.startsWith(stack.url))) {
      const { pathname } = new URL(link);
      if (pathname !== '/charger') open.push(pathname);
    }
  }
  expect(seen.size).toBeGreaterThan(5);
});

test('without a stored driver every gated page leads to the login, and an invalid token empties the storage [GATE-1, GATE-2, GATE-5]', async ({
  page,
}) => {
  for (const path of [
    '/',
    '/wallet',
    '/charger',
    '/profile',
    '/manage-vehicles',
    '/next-charging',
    '/list-chargers',
    '/charging-sessions',
    '/payment-details',
    '/basic-details',
  ]) {
    await page.goto(path);
    await page.waitForURL('**/login');
  }
  await page.evaluate(() => {
    localStorage.setItem('user', JSON.stringify({ token: 'dead', name: 'Asha', email: 'a@example.com' }));
    localStorage.setItem('other', 'value');
  });
  await page.goto('/wallet');
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('signing out in one tab signs the other out [GATE-9]', async ({ page, context, journey }) => {
  await journey.arrive(page);
  await page.goto('/profile');
  const other = await context.newPage();
  await other.goto('/wallet');
  await expect(other.getByRole('heading', { name: 'Wallet' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
});

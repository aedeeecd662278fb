import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, Worker } from '@playwright/test';
import type { User } from '@bijli/contract/accounts';
import type { PushedNotification } from '@bijli/contract/notifications';
import { CHROMIUM } from '@bijli/dev-stack/browser';
import { signIn } from '@bijli/dev-stack/driver';
import { expect, test } from '../environment.ts';

const SERVICE_WORKER = fileURLToPath(new URL('../../apps/web/dist/service-worker.js', import.meta.url));
const STATION = 'bijli-hub-indiranagar-bengaluru';

test.use({ launchOptions: CHROMIUM, serviceWorkers: 'allow', permissions: ['notifications'] });

/** Opens a page for a driver who is already signed in, after the app is stored on the device. */
async function openAs(page: Page, user: User, path: string): Promise<Worker> {
  await page.goto('/login');
  await page.evaluate((signedIn) => localStorage.setItem('user', JSON.stringify(signedIn)), user);
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return page.context().serviceWorkers()[0] ?? page.context().waitForEvent('serviceworker');
}

/** What the device stores for use without a network: the stored answers by their keys. */
const keptAnswers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Record<string, { answer: unknown }>>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const { result: database } = opening;
          if (!database.objectStoreNames.contains('keyval')) return resolve({});
          const answers: Record<string, { answer: unknown }> = {};
          const reading = database.transaction('keyval').objectStore('keyval').openCursor();
          reading.addEventListener('success', () => {
            const { result: entry } = reading;
            if (!entry) return resolve(answers);
            answers[String(entry.key)] = entry.value;
            entry.continue();
          });
        });
      }),
  );
const kept = async (page: Page) => Object.keys(await keptAnswers(page));

/** How many readings of the running charge's graph the device stores. */
async function keptSamples(page: Page): Promise<number> {
  const stored = Object.entries(await keptAnswers(page)).find(([key]) => key.includes('chargingSamples'))?.[1];
  return (stored?.answer as { samples: unknown[] } | undefined)?.samples.length ?? 0;
}

test('the manifest makes the app installable: name, icons of both kinds, a start and shortcuts', async ({ page }) => {
  await page.goto('/login');
  const client = await page.context().newCDPSession(page);
  const { errors, data } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}')).toMatchObject({ name: 'Bijli', display: 'standalone', start_url: '/', lang: 'en' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

test('without a network the app opens, and shows the stations, the last invoice and the balance with their age', async ({
  page,
  users,
  context,
}) => {
  const regular = await users.prepare('regular');
  await openAs(page, regular.user, '/list-chargers');
  await expect(page.getByText('1,540 stations')).toBeVisible();
  await expect.poll(async () => (await kept(page)).join(' ')).toContain('chargingStation');
  await page.goto('/wallet');
  await expect.poll(async () => (await kept(page)).join(' ')).toContain('getWallet');
  const invoice = `/payment-details?id=${regular.bookingId}`;
  await page.goto(invoice);
  await expect(page.getByText(regular.bookingId ?? '').first()).toBeVisible();
  const sum = await page.getByRole('main').innerText();
  await expect.poll(async () => (await kept(page)).join(' ')).toContain('paymentDetails');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/ updated 1\smin ago\.$/)).toBeVisible();
  for (const line of sum.split('\n').filter((each) => each.includes('₹'))) {
    await expect(page.getByText(line, { exact: true }).first()).toBeVisible();
  }
  await page.goto('/wallet');
  await expect(page.getByText(/ updated \d+\smin ago\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await page.goto('/list-chargers');
  await expect(page.getByText('1,540 stations')).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(/ updated \d+\smin ago\.$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();

  // Back on the network, the app asks for everything again.
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText(/ updated \d+\smin ago\.$/)).toHaveCount(0);
});

test('the installed app leaves the pages of the shop to the server, also filtered, shared and in Hindi', async ({
  page,
  users,
}) => {
  await openAs(page, (await users.prepare('empty')).user, '/profile');
  for (const path of [
    '/products',
    '/products?power=11',
    '/hi/compare?ids=1,2',
    '/orders?from=message',
    '/docs?q=stop',
  ]) {
    const answer = await page.goto(path);
    expect([path, answer?.fromServiceWorker()]).toEqual([path, false]);
  }
  // A station's page is the app's own, whatever its query says.
  expect((await page.goto('/charger?from=list.html'))?.fromServiceWorker()).toBe(true);
});

test('without a network a running charge shows its last reading, its age and its graph', async ({
  page,
  users,
  context,
}) => {
  await openAs(page, (await users.prepare('charging')).user, '/next-charging');
  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible();
  const graph = page.getByRole('img', { name: /^Power:/ });
  await expect(graph).toBeVisible();
  await expect.poll(async () => (await kept(page)).join(' ')).toContain('lastMeter');
  // What is stored may be older than what is drawn.
  await expect.poll(() => keptSamples(page)).toBeGreaterThan(1);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible();
  await expect(graph).toBeVisible();
  await expect(page.getByText(/Reconnecting/i)).toBeVisible();
});

test('a new build is offered, interrupts nothing, and loads when the driver asks for it', async ({ page, users }) => {
  await openAs(page, (await users.prepare('empty')).user, '/profile');
  const build = readFileSync(SERVICE_WORKER);
  try {
    appendFileSync(SERVICE_WORKER, '\n// the next build');
    await page.evaluate(async () => {
      document.body.dataset['untouched'] = 'yes';
      await (await navigator.serviceWorker.ready).update();
    });
    const offer = page.getByText('A new version is ready.');
    await expect(offer).toBeVisible();
    await page.getByRole('link', { name: 'Wallet' }).first().click();
    await page.waitForURL('**/wallet');
    await expect(offer).toBeVisible();
    await expect(page.locator('body[data-untouched]')).toHaveCount(1);
    await page.getByRole('button', { name: 'Load now' }).click();
    await expect(page.locator('body:not([data-untouched])')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Wallet' }).first()).toBeVisible();
    await expect(offer).toHaveCount(0);
  } finally {
    writeFileSync(SERVICE_WORKER, build);
  }
});

test('a driver switches notifications on; they reach the device, lead to their screen, and end with the sign-in', async ({
  page,
  journey,
  stack,
  push,
}) => {
  const chargePoint = await journey.ownChargePoint(STATION);
  const driver = await signIn(stack.url, journey.mobile);
  await driver.client.ask('updateUser', { body: { name: 'Asha Rao', email: 'asha@example.com' } });
  await driver.addVehicle('MH12AB4321');
  await driver.topUp(500);
  // A real push service cannot be reached here, so the subscription comes from the stand-in. The rest is the browser's
  // own.
  const device = push.device((await driver.client.ask('pushKey', {})).public_key);
  await page.addInitScript((subscription) => {
    let bound: object | null = null;
    PushManager.prototype.getSubscription = async () => bound as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      const unsubscribe = async () => {
        bound = null;
        return true;
      };
      bound = { options, toJSON: () => subscription, unsubscribe };
      return bound as PushSubscription;
    };
  }, device.subscription);
  const user = { token: driver.client.token, name: 'Asha Rao', email: 'asha@example.com' };
  const worker = await openAs(page, user, '/profile');
  const deliver = await pushingTo(page);
  await page.getByRole('switch', { name: 'Notifications' }).click();
  await expect(page.getByText('Notifications are on.')).toBeVisible();

  chargePoint.plug(1, { batteryWh: 60_000, soc: 34, maxPowerW: 150_000 });
  const bookingId = await driver.start({ stationId: STATION, chargePointId: chargePoint.id, connector: 1 }, 5);
  const started = await device.sees(1);
  await deliver(started);
  await expect.poll(() => shownBy(worker)).toEqual(['Charging has started']);
  await click(worker);
  await page.waitForURL('**/next-charging');
  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible();

  await page.goto('/notifications');
  await expect(page.getByRole('link', { name: /^Charging has started/ })).toBeVisible();
  await driver.stop(bookingId);
  const done = await device.sees(2);
  await deliver(done);
  // The open list gets the notification. On the device it replaces the previous one.
  await expect(page.getByRole('link', { name: /^Charging is done/ })).toContainText(done.body);
  await expect.poll(() => shownBy(worker)).toEqual(['Charging is done']);
  // An old notification that arrives again does not replace it. The page's next request shows that it has been handled.
  const isThrough = page.waitForRequest('**/api-v1/user/notifications?*');
  await deliver(started);
  await isThrough;
  expect(await shownBy(worker)).toEqual(['Charging is done']);
  await click(worker);
  await page.waitForURL(`**/payment-details?id=${bookingId}`);
  await expect(page.getByText(bookingId).first()).toBeVisible();

  await deliver(done);
  await expect.poll(() => shownBy(worker)).toEqual(['Charging is done']);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await page.waitForURL('**/login');
  await expect.poll(() => shownBy(worker)).toEqual([]);
  await expect.poll(() => kept(page)).toEqual([]);
});

/** Gives the service worker a message, as the browser does when a message arrives from the vendor. */
async function pushingTo(page: Page): Promise<(message: PushedNotification) => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  return async (message) => {
    await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
  };
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title }) => title);
  });

/**
 * Clicks the notification. Since no person has clicked, the worker may not focus the window; everything else works as
 * usual.
 */
async function click(worker: Worker): Promise<void> {
  await worker.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (task: Promise<unknown>) => task.catch(() => undefined),
    });
    self.dispatchEvent(event);
  });
}

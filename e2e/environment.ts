import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import type { ProviderName } from '@bijli/contract/wallet';
import { copyDemoData } from '@bijli/dev-stack/demo-data';
import { startDevStack, type DevStack } from '@bijli/dev-stack/dev-stack';
import { signIn, type Driver } from '@bijli/dev-stack/driver';
import type { DemoFleet } from '@bijli/server/seed/demo-fleet';
import { databaseFolder } from '@bijli/server/testing/database-folder';
import { openPushService, type PushStandIn } from '@bijli/server/testing/push-service';
import { BROWSER_SETTINGS } from './browser-settings.ts';
import { connectChargePoint } from './operator-steps.ts';
import { openCheckout } from './steps.ts';
import { openUsers, type Users } from './users.ts';

const ASHA = { name: 'Asha Rao', email: 'asha@example.com' };

const HERE = new Set(['127.0.0.1', 'localhost', '[::1]']);

let lastDriver = 0;

export interface Journey {
  /** A mobile number that nobody has used. */
  mobile: string;
  /** The last code that was sent to a number. */
  codeFor(mobile: string): Promise<string>;
  /** Signs in on the screens, with a name and an e-mail address. */
  signIn(page: Page): Promise<void>;
  /**
   * Brings a driver who is already signed in, with a name and an e-mail address. No screen is open yet. Returns the
   * driver's API client.
   */
  arrive(page: Page, mobile?: string): Promise<Driver>;
  /** Brings a driver with a vehicle and 500 rupees to a charge point that only this test uses. */
  arriveAtCharger(page: Page, stationId: string): Promise<{ driver: Driver; chargePoint: ChargePoint }>;
  /** Pays into the wallet on the screens. */
  topUp(page: Page, rupees: number): Promise<void>;
  /** Connects a charge point for this test alone at a station. It has one CCS2 connector of 120 kW. */
  ownChargePoint(stationId: string): Promise<ChargePoint>;
}

/**
 * Journeys of a worker share one stack. Every test has its own driver, and its own charge point if it reads the meter.
 */
export const test = base.extend<
  { journey: Journey; staysHere: void },
  {
    providerName: ProviderName;
    serverEnv: Record<string, string>;
    fleet: DemoFleet;
    push: PushStandIn;
    stack: DevStack & { dataDir: string };
    users: Users;
    window: Page;
  }
>({
  /** The payment provider of the stack. */
  providerName: ['phonepe', { scope: 'worker', option: true }],

  /** Additional environment of the server. */
  serverEnv: [{}, { scope: 'worker', option: true }],

  /** Which charge points of the demo network are online. */
  fleet: ['small', { scope: 'worker', option: true }],

  /** A stand-in for the browser vendor's push service. */
  push: [
    // Playwright wants the pattern, also of a fixture that needs no other.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const push = await openPushService();
      await use(push);
      await push.close();
    },
    { scope: 'worker' },
  ],

  stack: [
    async ({ providerName, serverEnv, fleet, push }, use) => {
      const parent = databaseFolder('journeys');
      const dataDir = join(parent, 'data');
      mkdirSync(dataDir, { mode: 0o711 });
      copyDemoData(process.env['DEMO_DATA'] ?? '', dataDir);
      const env = {
        CODES_PER_ADDRESS_HOUR: '1000',
        METER_SAMPLE_SECONDS: '2',
        TOP_UP_MAX_PAISE: '9999999900',
        PAYMENT_OPTION: providerName,
        PUSH_ORIGINS: push.origin,
        MAP_TILES_URL: 'none',
        ...serverEnv,
      };
      const stack = await startDevStack({ port: 0, dataDir, fleet, env });
      await stack.fleetTried;
      await use({ ...stack, dataDir });
      await stack.stop();
      rmSync(parent, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  users: [
    async ({ stack }, use) => {
      const users = openUsers(stack);
      await use(users);
      await users.leave();
    },
    { scope: 'worker' },
  ],

  /**
   * The page for view states. It is defined here because tests share a worker, and so a stack, only if their worker
   * fixtures are the same.
   */
  window: [
    async ({ browser, stack }, use) => {
      const context = await browser.newContext({ ...BROWSER_SETTINGS, baseURL: stack.url });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ stack }, use) => use(stack.url),

  /** Fails if a page contacts another machine, whatever the settings of the stack say. */
  staysHere: [
    async ({ context }, use) => {
      const strayed: string[] = [];
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        const isOurs = !protocol.startsWith('http') || HERE.has(hostname);
        if (!isOurs && !request.isNavigationRequest()) strayed.push(request.url());
      });
      await use();
      expect(strayed, 'what pages asked of others than this machine').toEqual([]);
    },
    { auto: true },
  ],

  journey: async ({ stack }, use) => {
    const chargePoints: ChargePoint[] = [];
    lastDriver += 1;
    const mobile = String(9_000_000_000 + lastDriver);
    const codeFor = async (number: string): Promise<string> => {
      const messages = (await (await fetch(`${stack.url}/demo/messages?mobile=${number}`)).json()) as {
        code: string;
      }[];
      return messages[0]?.code ?? '';
    };
    const journey: Journey = {
      mobile,
      codeFor,

      async signIn(page) {
        await page.goto('/login');
        await page.getByPlaceholder('Enter Mobile No.').fill(mobile);
        await page.getByRole('button', { name: 'Send OTP' }).click();
        await page.waitForURL('**/otp-verify');
        await page.getByLabel('Digit 1').focus();
        await page.keyboard.type(await codeFor(mobile));
        await page.getByRole('button', { name: 'Verify OTP' }).click();
        await page.waitForURL('**/basic-details');
        await page.getByLabel('Name').fill(ASHA.name);
        await page.getByLabel('Email').fill(ASHA.email);
        await page.getByRole('button', { name: 'Save Information' }).click();
        await page.waitForURL(`${stack.url}/`);
      },

      async arrive(page, number = mobile) {
        const driver = await signIn(stack.url, number);
        await driver.client.ask('updateUser', { body: ASHA });
        // Any page of the server gives access to what the browser stores for it.
        await page.goto('/health/live');
        const user = JSON.stringify({ token: driver.client.token, ...ASHA });
        await page.evaluate((kept) => localStorage.setItem('user', kept), user);
        return driver;
      },

      async arriveAtCharger(page, stationId) {
        const chargePoint = await journey.ownChargePoint(stationId);
        const driver = await journey.arrive(page);
        await driver.addVehicle('MH12AB1234');
        await driver.topUp(500);
        return { driver, chargePoint };
      },

      async topUp(page, rupees) {
        const checkout = await openCheckout(page, rupees);
        await checkout.getByRole('button', { name: 'Pay' }).click();
        await page.waitForURL('**/wallet?payment=*');
      },

      async ownChargePoint(stationId) {
        const id = `JOURNEY-${process.pid}-${chargePoints.length}-${lastDriver}`;
        const chargePoint = await connectChargePoint(stack, { stationId, id });
        chargePoints.push(chargePoint);
        return chargePoint;
      },
    };
    await use(journey);
    await Promise.all(chargePoints.map((chargePoint) => chargePoint.close()));
  },
});

/**
 * For tests of view states. They share the worker's window, because opening a new one takes as long as a view state. It
 * is emptied after each test.
 */
export const viewTest = test.extend({
  context: async ({ window }, use) => use(window.context()),
  page: async ({ window, viewport, stack }, use) => {
    await window.setViewportSize(viewport ?? BROWSER_SETTINGS.viewport);
    await window.emulateMedia({ colorScheme: 'light' });
    await use(window);
    await window.unrouteAll({ behavior: 'ignoreErrors' });
    // An open app would write data again after it is cleared.
    await window.goto('about:blank');
    await window.mouse.move(0, 0);
    const context = window.context();
    await context.setOffline(false);
    await context.clearCookies();
    const client = await context.newCDPSession(window);
    await client.send('Storage.clearDataForOrigin', { origin: stack.url, storageTypes: 'all' });
    await client.detach();
  },
});

export { expect } from '@playwright/test';

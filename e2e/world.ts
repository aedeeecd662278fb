import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ChargePoint } from '@bijli/charge-point/charge-point';
import type { PaymentOption } from '@bijli/contract/wallet';
import { startWorld, type World } from '@bijli/world/world';
import { test as base, type Page } from '@playwright/test';
import { openCheckout } from './steps.ts';

const SERVER_CLI = fileURLToPath(import.meta.resolve('@bijli/server/cli'));
let lastDriver = 0;

const SECRET = 'a-journey-secret';

interface Journey {
  /** A mobile number nobody has used. */
  mobile: string;
  /** The code last sent to a number. */
  codeFor(mobile: string): Promise<string>;
  /** Signs in by the pages, with name and e-mail. */
  signIn(page: Page, mobile?: string): Promise<void>;
  /** Pays into the wallet by the pages. */
  topUp(page: Page, rupees: number): Promise<void>;
  /** A charger of this test's own at a station, linked and with one CCS2 connector of 120 kW. */
  ownCharger(stationId: string): Promise<ChargePoint>;
}

/** Journeys share one world a worker; every test brings its own driver, and its own charger where it needs to know the meter. */
export const test = base.extend<
  { journey: Journey },
  { paymentOption: PaymentOption; world: World & { dataDir: string } }
>({
  /** The payment provider that the world is configured for. */
  paymentOption: ['phonepe', { scope: 'worker', option: true }],

  world: [
    async ({ paymentOption }, use) => {
      const parent = mkdtempSync(join(tmpdir(), 'bijli-journeys-'));
      // The database's own user must get through.
      chmodSync(parent, 0o711);
      const dataDir = join(parent, 'data');
      mkdirSync(dataDir, { mode: 0o711 });
      const env = { CODES_PER_ADDRESS_HOUR: '1000', PAYMENT_OPTION: paymentOption };
      const world = await startWorld({ port: 0, dataDir, fleet: true, env });
      await use({ ...world, dataDir });
      await world.stop();
      rmSync(parent, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ world }, use) => use(world.url),

  journey: async ({ world }, use) => {
    const chargePoints: ChargePoint[] = [];
    lastDriver += 1;
    const mobile = String(9_000_000_000 + lastDriver);
    const codeFor = async (number: string): Promise<string> => {
      const messages = (await (await fetch(`${world.url}/demo/messages?mobile=${number}`)).json()) as {
        code: string;
      }[];
      return messages[0]?.code ?? '';
    };
    await use({
      mobile,
      codeFor,

      async signIn(page, number = mobile) {
        await page.goto('/login');
        await page.getByPlaceholder('Enter Mobile No.').fill(number);
        await page.getByRole('button', { name: 'Send OTP' }).click();
        await page.waitForURL('**/otp-verify');
        await page.getByLabel('Digit 1').focus();
        await page.keyboard.type(await codeFor(number));
        await page.getByRole('button', { name: 'Verify OTP' }).click();
        await page.waitForURL('**/basic-details');
        await page.getByLabel('Name').fill('Asha Rao');
        await page.getByLabel('Email').fill('asha@example.com');
        await page.getByRole('button', { name: 'Save Information' }).click();
        await page.waitForURL(`${world.url}/`);
      },

      async topUp(page, rupees) {
        await openCheckout(page, rupees);
        await page.getByRole('button', { name: 'Pay' }).click();
        await page.waitForURL('**/wallet?payment=*');
      },

      async ownCharger(stationId) {
        const id = `JOURNEY-${process.pid}-${chargePoints.length}-${lastDriver}`;
        const args = [
          'chargers',
          'register',
          '--station',
          stationId,
          '--id',
          id,
          '--name',
          id,
          '--connector',
          'CCS2:120',
          '--price',
          '20',
          '--secret',
          SECRET,
        ];
        execFileSync(process.execPath, [SERVER_CLI, ...args], { env: { ...process.env, DATA_DIR: world.dataDir } });
        const chargePoint = new ChargePoint({
          id,
          url: `${world.url.replace('http', 'ws')}/ocpp`,
          password: SECRET,
          vendor: 'Journey',
          model: 'J120',
          connectors: [{ number: 1, type: 'CCS2', current: 'DC', maxPowerW: 120_000 }],
        });
        chargePoints.push(chargePoint);
        await chargePoint.connect();
        return chargePoint;
      },
    });
    await Promise.all(chargePoints.map((chargePoint) => chargePoint.close()));
  },
});

export { expect } from '@playwright/test';

import { sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { testApp } from '#testing/app.ts';
import { countLockWaits, databaseUrl } from '#testing/database.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { testLog } from '#testing/log.ts';
import { openDatabase } from '../database.ts';

const PATIENCE = { timeout: 4_000 };
const stack = await testApp();
const { database } = stack.app;
const tool = openDatabase(databaseUrl(database), testLog, 2);
afterAll(() => tool.$client.end());

test('requests that use all their connections do not block charge points, screens or health probes [OPS-11]', async () => {
  const chargePoint = await stack.chargePoint('FAST-1');
  const driver = await stack.driver('9688000001', 100);
  const holder = await tool.$client.connect();
  await holder.query('begin');
  await holder.query('lock table ledger_accounts in access exclusive mode');
  const waiting = () => countLockWaits(tool.$client);

  const wallets = Promise.all(Array.from({ length: 40 }, () => driver.ask('getWallet', { query: {} })));
  await vi.waitUntil(async () => (await waiting()) >= 10, PATIENCE);
  chargePoint.plug(1, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
  const status = sql`select status from connectors where charger_id = 'FAST-1' and number = 1`;
  await vi.waitUntil(async () => (await tool.execute(status)).rows[0]?.['status'] === 'Preparing', PATIENCE);
  const screen = await liveSocket(stack.url, driver.token);
  expect(screen.socket.connected).toBe(true);
  expect((await fetch(`${stack.url}/health/ready`)).status).toBe(200);
  expect(await waiting()).toBeGreaterThanOrEqual(10);

  await holder.query('rollback');
  holder.release();
  expect(new Set((await wallets).map(({ wallet }) => wallet.balance))).toEqual(new Set([100]));
});

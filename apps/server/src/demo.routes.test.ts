import { once } from 'node:events';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';

const stack = await testApp();
const carOf = (idTag: string): Promise<Response> => fetch(`${stack.url}/demo/car?id_tag=${idTag}`);

test('the simulated car is the driver’s own, with a charge that fits the purchase and the target', async () => {
  const driver = await stack.driver('9780000001');
  const { vehicles } = await driver.ask('ownVehicles', {});
  const chargePoint = await stack.chargePoint('FAST-1');
  const asked = once(chargePoint, 'remoteStart');
  await driver.ask('remoteStart', { body: { ...fastStart(1, 8), target_soc: 80 } });
  const [, idTag] = (await asked) as [number, string];
  const car = (await (await carOf(idTag)).json()) as Record<string, number>;
  const batteryWh = (vehicles[0]?.battery_capacity ?? 0) * 1000;
  expect(car).toMatchObject({ batteryWh, soc: Math.round(81 - (8000 * 95) / batteryWh) });
  // Never more than the charge sheet reckons with.
  const { dc_max_power: told } = vehicles[0] ?? {};
  expect(car.maxPowerW).toBe(told ? told * 1000 : Math.min(50_000, batteryWh));
  expect(car.dcShare).toBe(0.8);
});

test('a car that no driver has requested is unknown', async () => {
  expect((await carOf('NOBODYS-TAG')).status).toBe(404);
});

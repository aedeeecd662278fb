import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { socketEvent, liveMeterValue } from '@bijli/contract/realtime';
import { startChargePoint } from './parts/charge-point-process.ts';
import { stackFixture, PATIENCE } from './testing.ts';

const CLI = fileURLToPath(import.meta.resolve('@bijli/server/cli'));
/** 1,490 places where cars really charge. Their licence does not allow them in the project. */
const realFile = fileURLToPath(new URL('../../../../shared/data/reference/stations.json', import.meta.url));
const isThere = existsSync(realFile);

describe.skipIf(!isThere)(
  `real stations${isThere ? '' : ' (skipped: ../shared/data/reference/stations.json is not there)'}`,
  async () => {
    const fixture = isThere ? await stackFixture() : undefined;

    test('are added to the demo network, change nothing at a second import, and one of them charges a car [SCOPE-4, MAP-2]', async () => {
      if (!fixture) return;
      const { stack, dataDir } = fixture;
      const bijli = (...args: string[]) =>
        execFileSync(process.execPath, [CLI, ...args], {
          env: { ...process.env, DATA_DIR: dataDir },
          encoding: 'utf8',
        });
      expect(bijli('stations', 'import', realFile)).toMatch(/1490 new, 0 changed, 0 unchanged, 0 refused/);
      expect(bijli('stations', 'import', realFile)).toMatch(/0 new, 0 changed, 1490 unchanged, 0 refused/);

      const driver = await fixture.driver();
      const { properties } = await driver.client.ask('chargingStation', { query: {} });
      const real = properties.filter((station) => station.property_id.startsWith('ocm-'));
      expect(real.length).toBeGreaterThan(1_480);
      expect(real.every((station) => station.active_charger === 0)).toBe(true);

      const stationId = real.find((station) => station.connector_types?.includes('CCS2'))?.property_id ?? '';
      bijli(
        'chargers',
        'register',
        '--station',
        stationId,
        '--id',
        'REAL-1',
        '--connector',
        'CCS2:120',
        '--price',
        '18.50',
        '--secret',
        'a-secret-of-its-own',
      );
      const connectors = [{ number: 1, type: 'CCS2', current: 'DC' as const, maxPowerW: 120_000 }];
      const spec = { id: 'REAL-1', password: 'a-secret-of-its-own', vendor: '', model: '', connectors };
      const chargePoint = startChargePoint(stack.url, spec, join(dataDir, 'REAL-1.jsonl'));
      const screen = await driver.live();
      try {
        await chargePoint.said(/ online$/);
        const place = { stationId, chargePointId: 'REAL-1', connector: 1 };
        await vi.waitUntil(async () => {
          const { property } = await driver.client.ask('getCharger', { query: { property_id: stationId } });
          return property.active_charger === 1;
        }, PATIENCE);
        const bookingId = await driver.start(place, 1);
        await screen.saw(socketEvent.meterValue('REAL-1', 1), liveMeterValue, ({ unit }) => unit > 0.1);
        await driver.stop(bookingId);
        await fixture.proveSettled(driver, bookingId, chargePoint);
        expect((await driver.invoice(bookingId)).property_id).toBe(stationId);
      } finally {
        screen.close();
        await chargePoint.quit();
      }
    });
  },
);

import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { invoicesOf } from '#modules/invoices/index.ts';
import { createStations, importStations } from '#modules/stations/index.ts';
import { createVehicles } from '#modules/vehicles/index.ts';
import { createWallet } from '#modules/wallet/index.ts';
import { STATION } from '#testing/app.ts';
import { testDatabase, testLog } from '#testing/database.ts';
import { CHARGING_RULES, createCharging } from './index.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
await importStations(database, clock.now(), [STATION]);
const wallet = createWallet({ clock });
const stations = createStations({ database, clock, log: testLog, announce: () => {} });

/** A server's charging, as it is after each start; the chargers accept whatever they are asked. */
const started = () =>
  createCharging({
    database,
    clock,
    log: testLog,
    wallet,
    stations,
    vehicles: createVehicles({ database, clock }),
    points: { remoteStart: async () => 'accepted', remoteStop: async () => 'accepted' },
    events: { send: () => {} },
    tell: async () => {},
    rules: CHARGING_RULES,
  });

test('a connector that was free before a restart ends its charge after it, and the late stop makes the first invoice', async () => {
  const [driver] = await database.insert(drivers).values({ mobile: '9300000001', createdAt: clock.now() }).returning();
  const driverId = driver?.id ?? 0;
  const payment = { provider: 'phonepe', providerPaymentId: 'OM1', txnId: 'T-1', amountPaise: 50_000 } as const;
  await database.transaction((tx) => wallet.topUp(tx, { driverId, ...payment }));
  const place = { chargerId: 'FAST-1', connector: 1 };
  const says = (status: string) => ({ ...place, status, errorCode: 'NoError', at: clock.now() });
  await stations.connected('FAST-1');
  await stations.statusChanged(says('Available'));

  const before = started();
  const { bookingId } = await before.start({ driverId, ...place, units: 5 });
  const [session] = await before.runningOf(driverId);
  const times = { at: clock.now(), receivedAt: clock.now() };
  const { transactionId } = await before.started({
    ...place,
    idTag: session?.idTag ?? '',
    meterStartWh: 1000,
    ...times,
  });
  await before.statusChanged(says('Available'));
  await before.close();

  const after = started();
  await after.resume();
  await after.lookOverAll();
  clock.advance(CHARGING_RULES.endHintMs);
  await after.lookOverAll();
  expect(await after.sessionOf(driverId, bookingId)).toMatchObject({ state: 'completed', provisional: true });
  expect(await wallet.balanceOf(database, driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });

  const late = { chargerId: 'FAST-1', transactionId, meterStopWh: 3000, reason: 'Local', readings: [] };
  await after.stopped({ ...late, at: clock.now(), receivedAt: clock.now() });
  expect(await invoicesOf(database, bookingId)).toMatchObject([{ kind: 'invoice', energyWh: 2000, totalPaise: 3540 }]);
  expect(await wallet.balanceOf(database, driverId)).toEqual({ freePaise: 50_000 - 3540, heldPaise: 0 });
  await after.close();
  await stations.close();
});

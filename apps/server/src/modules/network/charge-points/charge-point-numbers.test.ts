import { expect, test } from 'vitest';
import { systemClock } from '#kernel/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { networkOf } from '#testing/network-fixture.ts';
import { importStations } from '../index.ts';

const database = await testDatabase();
const { network } = networkOf(database, systemClock);

test('a number that two charge points share apart from separators finds neither; the exact id finds each', async () => {
  const charger = (id: string) => ({
    id,
    name: id,
    current: 'AC',
    capacityKW: 7.4,
    connectors: [{ number: 1, type: 'Type 2', maxKW: 7.4 }],
  });
  const station = {
    id: 'nasik',
    name: 'Grape City',
    address: 'Nasik',
    city: 'Nasik',
    state: 'Maharashtra',
    network: 'Bijli',
  };
  const place = {
    pincode: '422001',
    lat: 20,
    lng: 73.8,
    access: 'public',
    amenities: [],
    autocharge: false,
    tariff: [],
  };
  const { refused } = await importStations(database, systemClock.now(), [
    { ...station, ...place, chargers: [charger('NK-11'), charger('NK-1.1')] },
  ]);
  expect(refused).toEqual([]);
  expect(await network.getChargePointByNumber('NK-1.1')).toMatchObject({ id: 'NK-1.1', stationId: 'nasik' });
  await expect(network.getChargePointByNumber('nk 11')).rejects.toMatchObject({ code: 'charger_not_found' });
});

import { count, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withMigrationLock } from '#db/migrate.ts';
import { TestClock } from '#kernel/clock.ts';
import { hashOf } from '#kernel/ids.ts';
import { createNetwork } from '#modules/network/index.ts';
import { stations } from '#modules/network/network.tables.ts';
import { addToken, blockToken, listTokens } from '#modules/tokens/index.ts';
import { vehicleModels } from '#modules/vehicles/vehicles.tables.ts';
import { databaseUrl, emptyTables, testDatabase } from '#testing/database.ts';
import { dataFile } from './data-file.ts';
import { demoSecret, fleetOf } from './demo-fleet.ts';
import { seedDemoReviews } from './demo-reviews.ts';
import { seedDemo } from './demo.ts';
import { demoTags, seedTokens } from './seed-tokens.ts';
import { seedVehicles } from './seed-vehicles.ts';
import { seed } from './seed.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

test('servers that start together fill an empty database once, and a later start changes nothing', async () => {
  const database = await testDatabase();
  await emptyTables(database, 'vehicle_models', 'seeded_files');
  const seeded = () =>
    withMigrationLock(databaseUrl(database), async () => {
      await seedVehicles(database);
      await seedDemo(database, NOW);
    });
  await Promise.all([seeded(), seeded()]);
  const [models] = await database.select({ n: count() }).from(vehicleModels);
  const [demo] = await database.select({ n: count() }).from(stations).where(eq(stations.isDemo, true));
  expect([models?.n, demo?.n]).toEqual([79, 1540]);

  await database.update(stations).set({ name: 'Changed by hand' }).where(eq(stations.id, 'bijli-hub-powai-mumbai'));
  const began = performance.now();
  await seedVehicles(database);
  await seedDemo(database, NOW);
  expect(performance.now() - began).toBeLessThan(2000);
  const [kept] = await database.select().from(stations).where(eq(stations.id, 'bijli-hub-powai-mumbai'));
  expect(kept?.name).toBe('Changed by hand');
});

test('every charge point of the demo connects with the secret of its simulator [STATION-12]', async () => {
  const database = await testDatabase();
  await seedDemo(database, NOW);
  const network = createNetwork({ database, clock: new TestClock(NOW.toISOString()) });
  const fleet = fleetOf('whole');
  expect(fleetOf('small')).toHaveLength(112);
  const secrets = await network.listPasswordHashes();
  expect(secrets.size).toBe(3755);
  for (const { id, password } of fleet) {
    expect(password).toBe(demoSecret(id));
    expect(secrets.get(id)).toEqual([hashOf(password)]);
  }
  expect(fleetOf()[0]?.connectors[0]).toEqual({ number: 1, type: 'CCS2', current: 'DC', maxPowerW: 180_000 });
});

test('the demo’s stations have the pincodes of their quarters in the cities of its fleet', () => {
  const { meta, stations } = JSON.parse(dataFile('demo-stations.json')) as {
    meta: { fleetClusters: Record<string, unknown> };
    stations: { city: string; address: string; pincode: string }[];
  };
  const quarterOf = ({ city, address }: { city: string; address: string }) => `${address.split(', ').at(-2)}, ${city}`;
  const quarters = Map.groupBy(
    stations.filter(({ city }) => city in meta.fleetClusters),
    quarterOf,
  );
  const pincodes = (quarter: string) => [...new Set(quarters.get(quarter)?.map(({ pincode }) => pincode))];
  expect(pincodes('Hebbal, Bengaluru')).toEqual(['560024']);
  expect(pincodes('Indiranagar, Bengaluru')).toEqual(['560038']);
  for (const quarter of quarters.keys()) expect(pincodes(quarter), quarter).toHaveLength(1);
});

test('the simulated cars of the demo have 200 tokens; a blocked one stays blocked', async () => {
  const database = await testDatabase();
  await addToken(database, { idTag: 'DEMO-0007', label: 'Lost' }, NOW);
  await blockToken(database, 'DEMO-0007', NOW);
  await seedTokens(database, NOW);
  await seedTokens(database, NOW);
  const tokens = await listTokens(database, { after: undefined, limit: 1000 });
  expect(tokens.map(({ idTag }) => idTag)).toEqual(demoTags());
  expect([tokens.length, tokens[0]?.idTag, tokens.at(-1)?.idTag]).toEqual([200, 'DEMO-0001', 'DEMO-0200']);
  expect(tokens.filter(({ blockedAt }) => blockedAt)).toMatchObject([{ idTag: 'DEMO-0007' }]);
});

test('a seed that failed half-way is repeated by the next start', async () => {
  const database = await testDatabase();
  const taken: unknown[] = [];
  const take = async (contents: unknown) => {
    taken.push(contents);
    if (taken.length === 1) throw new Error('the power went');
  };
  await expect(seed(database, 'test', ['products.json'], take)).rejects.toThrow('the power went');
  await seed(database, 'test', ['products.json'], take);
  await seed(database, 'test', ['products.json'], take);
  expect(taken).toHaveLength(2);
});

test('the demo has reviews of invented drivers, each of which says so, and stations have their average ratings', async () => {
  const database = await testDatabase();
  await seedDemo(database, NOW);
  await seedDemoReviews(database, NOW);
  const { rows } = await database.$client.query(
    `select count(*)::int as reviews, count(distinct r.station_id)::int as stations, min(rate), max(rate),
       bool_and(comment = '' or comment like '%(demo)') as marked, bool_and(d.mobile like '50000000__') as invented,
       (select count(*)::int from stations where rating is not null) as rated
     from reviews r join drivers d on d.id = r.driver_id`,
  );
  const [found] = rows;
  expect(found).toMatchObject({ min: 1, max: 5, marked: true, invented: true, rated: found.stations });
  expect(found.stations).toBeGreaterThan(1000);
});

import { rmSync } from 'node:fs';
import { startDevStack, type DevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { DAY_MS } from '@bijli/server/kernel/durations';
import { hashOf, newSecret } from '@bijli/server/kernel/ids';
import { createLog } from '@bijli/server/kernel/log';
import * as accounts from '@bijli/server/modules/accounts/accounts.store';
import { newDataFolder } from '../setup/data-folder.ts';

/** Towns of India by latitude and longitude, for positions of stations. */
const TOWNS: [number, number][] = [
  [28.61, 77.21],
  [19.08, 72.88],
  [12.97, 77.59],
  [13.08, 80.27],
  [17.39, 78.49],
  [18.52, 73.86],
  [23.02, 72.57],
  [22.57, 88.36],
  [26.91, 75.79],
  [26.85, 80.95],
  [21.15, 79.09],
  [9.93, 76.27],
];

/** The real server with a network of made-up stations in a new folder, and a driver's token. */
export interface LargeNetwork {
  stack: DevStack;
  database: Database;
  token: string;
  close(): Promise<void>;
}

/** Half of the stations are around towns, as in reality, and the others anywhere in India. */
export async function openNetwork(count: number): Promise<LargeNetwork> {
  const dataDir = newDataFolder();
  const env = { LOG_LEVEL: 'fatal', REQUESTS_PER_ADDRESS_MINUTE: '1000000', MAP_TILES_URL: 'none' };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 4);
  const close = async (): Promise<void> => {
    await database.$client.end();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await fill(database, count);
    return { stack, database, token: await newDriver(database), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(database: Database, count: number): Promise<void> {
  const { $client } = database;
  await $client.query('truncate stations cascade');
  await $client.query(
    `insert into stations (id, name, address, locality, city, state, pincode, latitude, longitude, access, network, source, import_hash, imported_at)
     select 'made-' || i, 'Station ' || i, 'Plot ' || i || ', Main Road', 'Locality ' || i % 5000, 'City ' || i % 800,
       'State ' || i % 30, '560001',
       case when i % 2 = 0 then 8 + random() * 26 else (town).lat + (random() - 0.5) * (random() - 0.5) * 1.2 end,
       case when i % 2 = 0 then 70 + random() * 25 else (town).lng + (random() - 0.5) * (random() - 0.5) * 1.2 end,
       'public', 'Network ' || i % 40, '{"provider": "made", "id": "1"}', 'made', now()
     from generate_series(1, $1::int) i
     cross join lateral (select t.lat, t.lng from unnest($2::float8[], $3::float8[]) with ordinality t(lat, lng, n)
       where t.n = 1 + i % ${TOWNS.length}) town`,
    [count, TOWNS.map(([latitude]) => latitude), TOWNS.map(([, longitude]) => longitude)],
  );
  await $client.query(
    "insert into chargers (id, station_id, name, current, capacity_w) select id || '-1', id, 'Charger 1', 'DC', 60000 from stations",
  );
  await $client.query(
    "insert into connectors (charger_id, number, type, current, max_w) select id, 1, 'CCS2', 'DC', 60000 from chargers",
  );
  await $client.query('analyze');
}

/** The token is made directly, because one-time codes are not measured here. */
async function newDriver(database: Database): Promise<string> {
  const token = newSecret();
  const now = new Date();
  await database.transaction(async (tx) => {
    const { id: driverId } = await accounts.findOrInsertDriver(tx, '9000000001', now);
    await accounts.changeDriver(tx, driverId, { name: 'Asha Rao', email: 'asha@example.com' });
    const expiresAt = new Date(now.getTime() + DAY_MS);
    await accounts.insertSignIn(tx, { tokenHash: hashOf(token), driverId, createdAt: now, usedAt: now, expiresAt });
  });
  return token;
}

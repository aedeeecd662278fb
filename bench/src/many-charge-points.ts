import type { Database } from '@bijli/server/db/database';
import { hashOf } from '@bijli/server/kernel/ids';

/** That many charge points with a plug each, called `prefix` and a number from 0, all with one secret; of a station of the demo. */
export async function insertChargePoints(
  { $client }: Database,
  { prefix, count, secret }: { prefix: string; count: number; secret: string },
): Promise<void> {
  await $client.query(
    `insert into chargers (id, station_id, name, current, capacity_w, password_hash)
     select $1::text || n, 'bijli-hub-indiranagar-bengaluru', $1::text || n, 'DC', 60000, $3 from generate_series(0, $2::int - 1) n`,
    [prefix, count, hashOf(secret)],
  );
  await $client.query(
    `insert into connectors (charger_id, number, type, current, max_w)
     select $1::text || n, 1, 'CCS2', 'DC', 60000 from generate_series(0, $2::int - 1) n`,
    [prefix, count],
  );
  await $client.query('analyze chargers, connectors');
}

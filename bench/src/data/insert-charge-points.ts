import type { Database } from '@bijli/server/db/database';
import { hashOf } from '@bijli/server/kernel/ids';

/**
 * Inserts charge points with one connector each, named `prefix` and a number from 0, all with the same secret. They
 * belong to stations of the demo, by default to one.
 */
export async function insertChargePoints(
  { $client }: Database,
  { prefix, count, secret, stations = 1 }: { prefix: string; count: number; secret: string; stations?: number },
): Promise<void> {
  await $client.query(
    `insert into chargers (id, station_id, name, current, capacity_w, password_hash)
     select $1::text || n, places.ids[1 + n % cardinality(places.ids)], $1::text || n, 'DC', 60000, $3
     from generate_series(0, $2::int - 1) n,
       (select array_agg(id) as ids from (select id from stations order by id <> 'bijli-hub-indiranagar-bengaluru', id limit $4) as some_stations) as places`,
    [prefix, count, hashOf(secret), stations],
  );
  await $client.query(
    `insert into connectors (charger_id, number, type, current, max_w)
     select $1::text || n, 1, 'CCS2', 'DC', 60000 from generate_series(0, $2::int - 1) n`,
    [prefix, count],
  );
  await $client.query('analyze chargers, connectors');
}

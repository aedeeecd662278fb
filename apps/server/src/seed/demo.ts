import type { Database } from '#db/database.ts';
import { importStations } from '#modules/network/index.ts';
import { demoSecret } from './demo-fleet.ts';
import { seed } from './seed.ts';

/**
 * Adds the fictional network, in demo mode only. Its charge points may connect with the secrets of `demoSecret`. Throws
 * if a row is refused.
 */
export async function seedDemo(database: Database, now: Date): Promise<void> {
  await seed(database, 'demo-network', ['demo-stations.json'], async (contents) => {
    const { refused } = await importStations(database, now, asFleet(contents as Demo), { fleetSecret: demoSecret });
    const [first] = refused;
    if (first) throw new Error(`The demo network has ${refused.length} bad rows; ${first.id}: ${first.problem}`);
  });
}

interface Demo {
  stations: { chargers: object[] }[];
}

function asFleet({ stations, ...rest }: Demo): Demo {
  const chargersOf = (station: Demo['stations'][number]) => station.chargers.map((one) => ({ ...one, fleet: true }));
  return { ...rest, stations: stations.map((station) => ({ ...station, chargers: chargersOf(station) })) };
}

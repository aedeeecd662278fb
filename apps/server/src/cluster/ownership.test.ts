import { expect, test } from 'vitest';
import { systemClock } from '#kernel/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import { testLog } from '#testing/log.ts';
import { createBus } from './bus.ts';
import { createInProcessTransports } from './in-process-transport.ts';
import { createLeaseTables } from './lease.store.ts';
import { createOwnership } from './ownership.ts';

const database = await testDatabase();
const ID = 'CP-1';

test('if the sessions of an adopted charge point could not be read, it is claimed again and they are read', async () => {
  await createLeaseTables(database);
  const query = (text: string) => database.$client.query(text);
  await query(
    `insert into nodes (id, process, address, version, started_at, lease_until)
    values ('this', '1', '', '', now(), now() + interval '1 hour'), ('dead', '2', '', '', now(), now() - interval '1 minute')`,
  );
  await query(`insert into charger_links (charger_id, node_id, epoch) values ('${ID}', 'dead', 7)`);
  const bus = createBus(createInProcessTransports(systemClock)(), 'this', testLog);
  const ownership = createOwnership({ database, bus, log: testLog });
  const loads: string[][] = [];
  ownership.listen({
    async load(ids) {
      loads.push(ids);
      if (loads.length === 1) throw new Error('The database is away.');
    },
    drop: () => undefined,
  });
  await ownership.adopt();
  await eventually(async () => expect(ownership.owners.owns(ID)).toBe(false));
  await ownership.adopt();
  await eventually(async () => expect(loads).toEqual([[ID], [ID]]));
  expect(ownership.owners.owns(ID)).toBe(true);
  expect(ownership.epochOf(ID)).toBe(9);
  await bus.close();
});

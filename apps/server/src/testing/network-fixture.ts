import type { Database } from '#db/database.ts';
import { createEvents } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { createAvailability } from '#modules/availability/index.ts';
import { createDiscovery } from '#modules/discovery/index.ts';
import { createNetwork } from '#modules/network/index.ts';
import { testLog } from './log.ts';

/** Creates `network`, `availability` and `discovery` on a database, connected as in the server. */
export function networkOf(database: Database, clock: Clock, log: Log = testLog) {
  const events = createEvents({ log });
  const network = createNetwork({ database, clock });
  const availability = createAvailability({
    database,
    clock,
    log,
    network,
    events,
    listReserved: async () => [],
    listFalselyFree: async () => [],
  });
  const discovery = createDiscovery({ database, clock, log, network, availability, events });
  return {
    events,
    network,
    availability,
    discovery,
    async close(): Promise<void> {
      await availability.close();
      await discovery.close();
    },
  };
}

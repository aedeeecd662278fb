import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Network } from '#modules/network/index.ts';
import type { StationListCache } from '../list/station-list-cache.ts';
import { createEndsOnOtherNodes } from './ends-on-other-nodes.ts';
import { nextFree, type ExpectedEnd } from './next-free.ts';

/** Tells other nodes the expected ends of the sessions on this node. */
const expectedEnds = subject(
  'expected-ends',
  z.object({
    ends: z.array(
      z.object({ stationId: z.string(), chargePointId: z.string(), connector: z.number(), atMs: z.number() }),
    ),
  }),
);

interface ExpectedEndsOptions {
  clock: Clock;
  network: Pick<Network, 'listChargePointsOf'>;
  listCache: Pick<StationListCache, 'latestIfRead'>;
  bus: Bus | undefined;
}

/** When connectors are expected to be free, from the sessions on all nodes. */
export function createExpectedEnds({ clock, network, listCache, bus }: ExpectedEndsOptions) {
  const endsElsewhere = createEndsOnOtherNodes(clock);
  bus?.subscribe(expectedEnds, ({ ends }, from) => endsElsewhere.save(from, ends));

  return {
    /** Updates the expected ends in lists. */
    async saveExpectedEnds(own: readonly ExpectedEnd[]): Promise<void> {
      bus?.publish(expectedEnds, { ends: own.map(({ at, ...place }) => ({ ...place, atMs: at.getTime() })) });
      const ends = [...own, ...endsElsewhere.list()];
      const ofOccupiedKinds = ends.filter(({ stationId }) => listCache.latestIfRead()?.isKindOccupied(stationId));
      const stationIds = [...new Set(ofOccupiedKinds.map(({ stationId }) => stationId))];
      const chargePoints = stationIds.length > 0 ? await network.listChargePointsOf(stationIds) : [];
      listCache.latestIfRead()?.setNextFree(nextFree(ofOccupiedKinds, chargePoints, clock.now()));
    },

    /** The expected end on a connector that another node owns. */
    findEndOnOtherNode: (chargePointId: string, connector: number): Date | undefined =>
      endsElsewhere.list().find((one) => one.chargePointId === chargePointId && one.connector === connector)?.at,
  };
}

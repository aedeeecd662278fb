import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Network } from '#modules/network/index.ts';
import { firstFree, type ExpectedEnd } from './first-free.ts';
import type { LiveList } from './live-list.ts';
import { createRemoteEnds } from './remote-ends.ts';

/** When the sessions that a node looks after are likely to end. */
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
  network: Pick<Network, 'chargePointsOf'>;
  live: Pick<LiveList, 'latestIfRead'>;
  bus: Bus | undefined;
}

/** When connectors are likely to be free, by the ends of the sessions that run on them, here and on other nodes. */
export function createExpectedEnds({ clock, network, live, bus }: ExpectedEndsOptions) {
  const endsElsewhere = createRemoteEnds(clock);
  bus?.hear(expectedEnds, ({ ends }, from) => endsElsewhere.keep(from, ends));

  return {
    /** Lists tell from now on when connectors are likely to be free, by the ends of the sessions that run on them. */
    async saveExpectedEnds(own: readonly ExpectedEnd[]): Promise<void> {
      bus?.tell(expectedEnds, { ends: own.map(({ at, ...place }) => ({ ...place, atMs: at.getTime() })) });
      const ends = [...own, ...endsElsewhere.all()];
      const ofOccupiedKinds = ends.filter(({ stationId }) => live.latestIfRead()?.isKindOccupied(stationId));
      const stationIds = [...new Set(ofOccupiedKinds.map(({ stationId }) => stationId))];
      const chargePoints = stationIds.length > 0 ? await network.chargePointsOf(stationIds) : [];
      live.latestIfRead()?.setFirstFree(firstFree(ofOccupiedKinds, chargePoints, clock.now()));
    },

    /** The same of one connector, where another node looks after it. */
    expectedEndElsewhere: (chargePointId: string, connector: number): Date | undefined =>
      endsElsewhere.all().find((one) => one.chargePointId === chargePointId && one.connector === connector)?.at,
  };
}

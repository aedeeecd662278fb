import type { ChargePointWithConnectors } from '#modules/network/index.ts';

/** The expected end of the session on a connector. */
export interface ExpectedEnd {
  stationId: string;
  chargePointId: string;
  connector: number;
  at: Date;
}

/** The connector of a kind that is expected to be free first. */
export interface NextFree {
  type: string;
  ratedW: number;
  at: Date;
}

/** The first of each kind at each station, of the sessions that end after now. */
export function nextFree(
  ends: readonly ExpectedEnd[],
  chargePoints: readonly Pick<ChargePointWithConnectors, 'id' | 'connectors'>[],
  now: Date,
): Map<string, NextFree[]> {
  const connectorsOf = new Map(chargePoints.map(({ id, connectors }) => [id, connectors]));
  const first = new Map<string, NextFree[]>();
  for (const { stationId, chargePointId, connector, at } of ends.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const kind = connectorsOf.get(chargePointId)?.find(({ number }) => number === connector);
    if (!kind || at <= now) continue;
    const { type, ratedW } = kind;
    const known = first.get(stationId) ?? [];
    if (!known.some((one) => one.type === type && one.ratedW === ratedW))
      first.set(stationId, [...known, { type, ratedW, at }]);
  }
  return first;
}

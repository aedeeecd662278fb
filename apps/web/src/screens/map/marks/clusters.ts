import { Supercluster } from '@maplibre/geojson-vt';
import type { FeatureCollection, Point } from 'geojson';
import type { Coordinates } from '@bijli/contract/geo';
import type { PinState } from '@bijli/contract/pin-state';
import { type MarkedView, mapLibreZoom, SINGLE_ZOOM } from '../view/view.ts';

/** Counts of public stations. If the driver's vehicle is known, only those with a fitting plug are counted. */
export type Counts = Record<PinState | 'total', number>;

/** A station or a cluster on the map. */
export type MapMark = { place: Coordinates } &
  /** `isUnfit`: without the plug of the driver's own vehicle. */
  (
    | { kind: 'pin'; id: string; state: PinState; isUnfit: boolean; isCaptive?: true }
    /** `closer`: the MapLibre zoom at which the cluster divides. Undefined if the server made the cluster. */
    | { kind: 'cluster'; counts: Counts; closer: number | undefined }
  );

type Properties = Partial<Counts> & {
  id?: string;
  state?: PinState;
  unfit?: boolean;
  captive?: true;
  /** True: clusters do not count it. */
  uncounted?: true;
  cluster_id?: number;
};

/** The radius of a cluster, and the tile size of MapLibre that it refers to. */
const CLUSTER_PX = { radius: 50, extent: 512 };

/** The counts of a cluster, or of a single station. */
function countsOf(mark: Properties): Counts {
  const { state, uncounted } = mark;
  const single = uncounted ? 0 : 1;
  const { total = single } = mark;
  const count = (one: PinState) => mark[one] ?? (state === one ? single : 0);
  return { free: count('free'), busy: count('busy'), offline: count('offline'), total };
}

function add(sum: Counts, more: Counts): void {
  for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += more[key];
}

/** The stations, put together at each zoom as MapLibre does it. */
export function clustered(data: FeatureCollection<Point>): Supercluster {
  const index = new Supercluster({
    ...CLUSTER_PX,
    maxZoom: mapLibreZoom(SINGLE_ZOOM) - 1,
    map: (mark) => countsOf(mark as Properties) as unknown as Record<string, unknown>,
    reduce: (sum, more) => add(sum as unknown as Counts, more as unknown as Counts),
  });
  index.load(data.features);
  return index;
}

/** What the map shows of them in this view. */
export function marksIn(index: Supercluster, { west, south, east, north, mapLibreZoom: zoom }: MarkedView): MapMark[] {
  return index.getClusters([west, south, east, north], Math.floor(zoom)).map(({ properties, geometry }): MapMark => {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    const place = { latitude, longitude };
    const mark = properties as Properties;
    const { id = '', state = 'offline', unfit: isUnfit = false, captive, total, cluster_id: cluster } = mark;
    if (total === undefined) return { kind: 'pin', place, id, state, isUnfit, ...(captive && { isCaptive: captive }) };
    const closer = cluster === undefined ? undefined : index.getClusterExpansionZoom(cluster);
    const single = cluster !== undefined && total === 1 ? onlyCounted(index, cluster) : undefined;
    return single ?? { kind: 'cluster', place, counts: countsOf(mark), closer };
  });
}

/** The one station of a cluster that counts: a ring around a 1 would say less than its pin. */
function onlyCounted(index: Supercluster, cluster: number): MapMark | undefined {
  const leaf = index.getLeaves(cluster, Infinity).find(({ properties }) => !(properties as Properties).uncounted);
  const { id, state, captive } = (leaf?.properties ?? {}) as Properties;
  const [longitude, latitude] = leaf?.geometry.coordinates ?? [];
  if (id === undefined || state === undefined || longitude === undefined || latitude === undefined) return undefined;
  return {
    kind: 'pin',
    place: { latitude, longitude },
    id,
    state,
    isUnfit: false,
    ...(captive && { isCaptive: captive }),
  };
}

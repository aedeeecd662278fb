import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { again, clear, draw, text, until } from '@bijli/ui/testing/page';
import { serveStations } from '#testing/map-page.ts';
import { stationAt } from '#testing/station.ts';
import { useMapStations } from './map-stations.ts';
import type { ZoomedWindow } from './zoomed-window.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

const CLUSTERS = [{ latitude: 21, longitude: 79, free: 1, busy: 0, offline: 99_999 }];
const widthOf = (window: string | null) => {
  const [west = -180, , east = 180] = (window ?? '-180,,180').split(',').map(Number);
  return east - west;
};

beforeEach(async () => {
  server = await serveStations([]);
  server.answers['GET /api-v1/user/charging-station'] = (query: URLSearchParams) =>
    widthOf(query.get('window')) < 3
      ? { success: true, total: 1, properties: [stationAt('Here', 13, 77.6)] }
      : { success: true, total: 100_000, clusters: CLUSTERS, properties: [stationAt('Best', 21, 79)] };
});
afterEach(async () => {
  await clear();
  await server.close();
});

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
const NO_FILTER = {};

function Stations({ view }: { view: ZoomedWindow | undefined }) {
  const { data } = useMapStations({
    view,
    opening: undefined,
    nearDriver: undefined,
    around: undefined,
    filter: NO_FILTER,
    types: undefined,
  });
  return `${data?.pins.map(({ id }) => id).join() ?? 'nothing'}, ${data?.clusters.length} clusters`;
}
const page = (view?: ZoomedWindow) => (
  <QueryClientProvider client={queries}>
    <Stations view={view} />
  </QueryClientProvider>
);
const asked = () => server.asked.filter(({ call }) => call.endsWith('charging-station')).length;

test('a map that comes nearer asks for nothing where it has every station, and asks again outside', async () => {
  await draw(page());
  await until(() => expect(text()).toBe(', 1 clusters'));
  await again(page({ west: 77.2, east: 77.9, south: 12.7, north: 13.3, zoom: 10 }));
  await until(() => expect(text()).toBe('Here, 0 clusters'));
  expect(asked()).toBe(2);
  await again(page({ west: 77.5, east: 77.6, south: 12.9, north: 13, zoom: 13 }));
  await again(page({ west: 77.5, east: 77.51, south: 12.9, north: 12.91, zoom: 16 }));
  expect([text(), asked()]).toEqual(['Here, 0 clusters', 2]);
  await again(page({ west: 80, east: 80.1, south: 12.9, north: 13, zoom: 13 }));
  await until(() => expect(asked()).toBe(3));
});

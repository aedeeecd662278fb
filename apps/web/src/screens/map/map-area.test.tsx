import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { again, clear, draw, element, until } from '@bijli/ui/testing/page';
import { createQueryClient } from '#shell/query-client.ts';
import { lendLayout } from '../../testing/map-layout.ts';
import { serveStations } from '../../testing/map-page.ts';
import { MapArea } from './MapArea.tsx';
import type { StationMapProps } from './StationMap.tsx';
import type { View } from './view/view.ts';

let server: Awaited<ReturnType<typeof serveStations>>;
let seen: View | undefined;

beforeEach(async () => {
  await lendLayout();
  server = await serveStations([]);
  seen = undefined;
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What MapLibre reports. It cannot draw here. */
const drawn = vi.fn<(props: Pick<StationMapProps, 'onLoaded' | 'onMove' | 'onDrawn'>) => void>();
function MovingMap(props: StationMapProps) {
  drawn(props);
  return <canvas tabIndex={0} />;
}
const report = () => drawn.mock.lastCall?.[0];

const PADDING = { top: 80, right: 8, bottom: 300, left: 8, corner: { width: 60, height: 60 } };
const BENGALURU = { latitude: 12.97, longitude: 77.59 };
const MYSURU = { latitude: 12.3, longitude: 76.64 };
const AT_BENGALURU = { place: BENGALURU, mapLibreZoom: 12 };
const AT_MYSURU = { place: MYSURU, mapLibreZoom: 12 };
const NONE: never[] = [];
const nothing = () => {};
const queries = createQueryClient();

function area({ moving = MovingMap, ...state }: Partial<Parameters<typeof MapArea>[0]>) {
  return (
    <QueryClientProvider client={queries}>
      <MapArea
        moving={moving}
        hasFailed={false}
        isArranged
        basemap={{
          style: undefined,
          from: 'own',
          streets: undefined,
          attribution: undefined,
          isFallback: false,
          isError: false,
          retry: nothing,
        }}
        stations={NONE}
        clusters={NONE}
        types={undefined}
        chosen={undefined}
        mapFollowsCard={false}
        position={undefined}
        destination={undefined}
        opensAt={undefined}
        padding={PADDING}
        onReach={nothing}
        onCloser={nothing}
        onView={(view) => {
          seen = view;
        }}
        onAttribution={nothing}
        onStreets={nothing}
        onChoose={nothing}
        onFail={nothing}
        {...state}
      />
    </QueryClientProvider>
  );
}

const staticMap = () => element('section[aria-label="Map of charging stations"]');
const canvas = () => element<HTMLCanvasElement>('canvas');
/** Whether each of the two maps is out of reach of Tab and of a screen reader. */
const outOfReach = () =>
  [staticMap(), canvas().parentElement].map((map) => [map?.hasAttribute('inert'), map?.getAttribute('aria-hidden')]);
const UNREACHABLE = [true, 'true'];
const REACHABLE = [false, 'false'];

test('Tab reaches one map at any time, and the focus stays on the map when the movable one takes over', async () => {
  await draw(area({}));
  expect(outOfReach()).toEqual([REACHABLE, UNREACHABLE]);
  staticMap().focus();
  await act(async () => report()?.onLoaded(canvas()));
  expect(outOfReach()).toEqual([UNREACHABLE, REACHABLE]);
  expect(document.activeElement).toBe(canvas());
  await act(async () => report()?.onDrawn());
  expect(document.querySelector('section')).toBeNull();
});

test('a focus elsewhere stays there when the movable map takes over', async () => {
  await draw(area({}));
  await act(async () => report()?.onLoaded(canvas()));
  expect(document.activeElement).toBe(document.body);
});

const movedByDriver = async (destination: typeof AT_BENGALURU) => {
  await draw(area({ destination }));
  await act(async () => report()?.onLoaded(canvas()));
  await act(async () => report()?.onDrawn());
  await act(async () => report()?.onMove('moving'));
  const middle = { latitude: 12.9, longitude: 77.4 };
  await act(async () => report()?.onMove({ middle, mapLibreZoom: 11, west: 77.3, east: 77.5, south: 12.8, north: 13 }));
  return middle;
};
const middleSeen = (latitude: number, longitude: number) =>
  until(() => {
    expect(seen?.middle.latitude).toBeCloseTo(latitude, 3);
    expect(seen?.middle.longitude).toBeCloseTo(longitude, 3);
  });

test('if the movable map fails, the static one shows where the driver had moved it', async () => {
  const { latitude, longitude } = await movedByDriver(AT_BENGALURU);
  await again(area({ destination: AT_BENGALURU, hasFailed: true }));
  await middleSeen(latitude, longitude);
  expect(outOfReach()).toEqual([REACHABLE, UNREACHABLE]);
  // From then on the static map goes where it is asked to go.
  await again(area({ destination: AT_MYSURU, hasFailed: true }));
  await middleSeen(MYSURU.latitude, MYSURU.longitude);
});

test('if the movable map fails on its way, the static one shows where it was going', async () => {
  await movedByDriver(AT_BENGALURU);
  await again(area({ destination: AT_MYSURU }));
  await act(async () => report()?.onMove('moving'));
  await again(area({ destination: AT_MYSURU, hasFailed: true }));
  await middleSeen(MYSURU.latitude, MYSURU.longitude);
});

import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clear, element, until } from '@bijli/ui/testing/page';
import { lendLayout } from '../../../testing/map-layout.ts';
import { serveStations } from '../../../testing/map-page.ts';
import { open } from '../../../testing/page.tsx';
import { stationAt } from '../../../testing/station.ts';
import { stubNavigator } from '../../../testing/stub-navigator.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  await lendLayout();
  server = await serveStations([stationAt('Near', 12.998, 77.6, { plugs: [{ type: 'CCS2', total: 2, free: 1 }] })]);
});
afterEach(async () => {
  await clear();
  await server.close();
  Reflect.deleteProperty(document, 'fonts');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a label gets its final width when the app’s font arrives after the map is drawn', async () => {
  const faces = [{ status: 'loading' }];
  const fonts = Object.assign(new EventTarget(), { [Symbol.iterator]: () => faces.values() });
  Object.defineProperty(document, 'fonts', { value: fonts, configurable: true });
  const measureText = (words: string) => ({ width: words.length * (faces[0]?.status === 'loaded' ? 8 : 6) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ measureText } as never);
  stubNavigator({
    geolocation: {
      getCurrentPosition: (answer: (place: object) => void) => answer({ coords: { latitude: 12.97, longitude: 77.6 } }),
    },
    permissions: { query: () => Promise.resolve({ state: 'granted' }) },
  });
  await open('/');
  const width = () => Number.parseFloat(element('section span[aria-hidden]', 'Near').style.width);
  const before = await until(width);
  await act(async () => {
    Object.assign(faces[0] ?? {}, { status: 'loaded' });
    fonts.dispatchEvent(new Event('loadingdone'));
  });
  expect(width() / before).toBeCloseTo(8 / 6);
});

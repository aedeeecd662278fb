import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { clear, element, until } from '@bijli/ui/testing/page';
import { serveStations } from '../../testing/map-page.ts';
import { open, setSize } from '../../testing/page.tsx';
import { profileReply } from '../../testing/replies.ts';
import { stationAt } from '../../testing/station.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
  await server.close();
});

const names = () => [...document.querySelectorAll('li h2')].map((name) => name.textContent);

// In a file of its own, because a position that was found stays known.
test('a vehicle and a position that arrive late change the order of the cards once, and never under a finger', async () => {
  const vehicle = { vehicle_name: 'Nexon EV', vehicle_registration_number: 'KA05MR4521', vehicle_image: 'suv' };
  const profile = Promise.withResolvers<unknown>();
  const places: PositionCallback[] = [];
  stubNavigator({
    permissions: { query: async () => ({ state: 'granted' }) },
    geolocation: { getCurrentPosition: (found: PositionCallback) => places.push(found) },
  });
  const fits = { connector_types: ['CCS2'] };
  const other = { connector_types: ['Type 2'] };
  server = await serveStations([
    stationAt('Middle', 21, 79, other),
    stationAt('South', 11, 79, fits),
    stationAt('North', 33, 79, fits),
  ]);
  server.answers['GET /api-v1/user/get-profile'] = profile.promise;
  setSize(390);
  await open('/');
  await until(() => expect(names()).toEqual(['Middle', 'South', 'North']));
  const orders = new Set<string>();
  const observer = new MutationObserver(() => orders.add(names().join()));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });

  profile.resolve(profileReply({ vehicle: { ...vehicle, ...fits } }));
  // Its plugs are known, and the cards wait for the position.
  await until(() => element('li', 'Doesn’t fit'));
  const touch = (type: string) => act(async () => dispatchEvent(new PointerEvent(type, { pointerId: 7 })));
  await touch('pointerdown');
  await act(async () => places[0]?.({ coords: { latitude: 30, longitude: 79 } } as GeolocationPosition));
  await until(() => element('li', 'kms'));
  expect(names()).toEqual(['Middle', 'South', 'North']);
  await touch('pointerup');
  await until(() => expect(names()).toEqual(['North', 'South', 'Middle']));
  observer.disconnect();
  orders.delete('Middle,South,North');
  expect([...orders]).toEqual(['North,South,Middle']);
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useCallback } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { again, clear, draw, text } from '@bijli/ui/testing/page';
import { ownProfile } from '#api/vehicles.ts';
import { profileReply } from '#testing/replies.ts';
import { station } from '#testing/station.ts';
import { useView } from '../view/use-view.ts';
import { useStationCards } from './use-station-cards.ts';

afterEach(clear);

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
queries.setQueryData(ownProfile().queryKey, profileReply());
const NO_FILTER = {};
const TYPES = ['CCS2'];

const AT_FORUM = { latitude: 12.97, longitude: 77.64 };

interface BestProps {
  stations: Station[] | undefined;
  position?: Coordinates;
  /** How far around the driver all stations are known. */
  knownKm?: number;
}

function Best({ stations, position = AT_FORUM, knownKm = 500 }: BestProps) {
  const { stations: cards, bestId } = useStationCards(useView(false), {
    stations,
    knownKm: useCallback(() => knownKm, [knownKm]),
    position,
    types: TYPES,
    filter: NO_FILTER,
  });
  return `${cards.map(({ property_id: id }) => id).join()}, best ${bestId}`;
}
const page = (stations: Station[] | undefined, position?: Coordinates, knownKm?: number) => (
  <QueryClientProvider client={queries}>
    <MemoryRouter>
      <Best stations={stations} {...(position && { position })} {...(knownKm !== undefined && { knownKm })} />
    </MemoryRouter>
  </QueryClientProvider>
);

test('while the stations of another view are fetched, the cards stay, and so does the nearest free one', async () => {
  await draw(page([station('Forum'), { ...station('Orion'), latitude: 14 }]));
  expect(text()).toBe('Forum,Orion, best Forum');
  await again(page(undefined, { ...AT_FORUM, latitude: 12.971 }));
  expect(text()).toBe('Forum,Orion, best Forum');
  // Of another place nothing is known yet.
  await again(page(undefined, { ...AT_FORUM, latitude: 14 }));
  expect(text()).toBe('Forum,Orion, best undefined');
  await again(page([{ ...station('Orion'), latitude: 14 }]));
  expect(text()).toContain('best Orion');
});

test('a station is the nearest free one only if nearer ones would be known', async () => {
  const [forum, orion] = [station('Forum'), { ...station('Orion'), latitude: 13.4 }];
  await draw(page([forum, orion], AT_FORUM, 30));
  expect(text()).toBe('Forum,Orion, best Forum');
  // The driver is found 40 km away. The stations are still those around the place before.
  const there = { ...AT_FORUM, latitude: 13.3 };
  await again(page([forum, orion], there, 0));
  expect(text()).toBe('Forum,Orion, best undefined');
  const near = { ...station('Near'), latitude: 13.32 };
  await again(page([forum, orion, near], there, 30));
  expect(text()).toContain('best Near');
  // Another view of the map has other stations. The nearest one is still the nearest, as long as it is free.
  await again(page([orion], there, 5));
  expect(text()).toContain('best Near');
  await again(page([orion, { ...near, status: 0, active_charger: 0 }], there, 5));
  expect(text()).toContain('best undefined');
});

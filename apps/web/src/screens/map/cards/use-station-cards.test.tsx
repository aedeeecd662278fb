import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
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

function Best({ stations, position = AT_FORUM }: { stations: Station[] | undefined; position?: Coordinates }) {
  const { cards, bestId } = useStationCards(useView(false), {
    stations,
    position,
    types: TYPES,
    filter: NO_FILTER,
  });
  return `${cards.map(({ property_id: id }) => id).join()}, best ${bestId}`;
}
const page = (stations: Station[] | undefined, position?: Coordinates) => (
  <QueryClientProvider client={queries}>
    <MemoryRouter>
      <Best stations={stations} {...(position && { position })} />
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

import { QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { clear, draw } from '@bijli/ui/testing/page';
import { createQueryClient } from '#shell/query-client.ts';
import { usePagePanel } from './use-page-panel.ts';

const HEBBAL = 'lat=13.03&lng=77.59';
let went: number[] = [];
let navigate: NavigateFunction;
afterEach(async () => {
  await clear();
  went = [];
});

const take = (router: NavigateFunction) => {
  navigate = router;
};

function PagePanel() {
  const router = useNavigate();
  useEffect(() => take(router), [router]);
  usePagePanel({
    isOpen: true,
    cards: { chosen: undefined, mapFollowsCard: false, choosePin: () => undefined },
    view: undefined,
    stations: undefined,
    goTo: ({ latitude }) => went.push(latitude),
  });
  return null;
}
const go = (to: string, replace = false) => act(async () => navigate(to, { replace }));

test('the map moves to a place at each request, and stays while only the search beside it changes', async () => {
  await draw(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/search?q=hebbal']}>
        <PagePanel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await go(`/search?q=hebbal&${HEBBAL}`, true);
  expect(went).toEqual([13.03]);
  await go(`/search?q=hebbal&status=1&${HEBBAL}`, true);
  expect(went).toEqual([13.03]);
  for (const again of [1, 2]) {
    await go(`/?${HEBBAL}`);
    expect(went).toHaveLength(1 + again);
  }
});

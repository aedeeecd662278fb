import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, useLocation } from 'react-router';
import { draw } from '@bijli/ui/testing/page';
import { Toasts } from '@bijli/ui/Toasts';
import { AppRoutes } from '#routes.tsx';
import { createQueries } from '#shell/queries.ts';

/** Opens the whole app at a path, with navigation state; come to from another page, if one is named. */
export async function open(path: string, state?: unknown, from?: string): Promise<void> {
  const [pathname = '', query] = path.split('?');
  const entry = { pathname, search: query === undefined ? '' : `?${query}`, state };
  // What a browser's router would have noted there.
  history.replaceState(from === undefined ? null : { idx: 1 }, '');
  await draw(
    <QueryClientProvider client={createQueries()}>
      <MemoryRouter initialEntries={from === undefined ? [entry] : [from, entry]}>
        <AppRoutes />
        <Here />
      </MemoryRouter>
      <Toasts label="" />
    </QueryClientProvider>,
  );
}

function Here() {
  const { pathname, search, state } = useLocation();
  return <output data-here={pathname} data-search={search} data-state={JSON.stringify(state)} />;
}

/** The path that is open, and the state that came with it. */
export function here(): { path: string; state: unknown } {
  const data = document.querySelector<HTMLElement>('[data-here]')?.dataset;
  return { path: data?.['here'] ?? '', state: JSON.parse(data?.['state'] ?? 'null') };
}

/** What stands behind the path, from its question mark on. */
export function query(): string {
  return document.querySelector<HTMLElement>('[data-here]')?.dataset['search'] ?? '';
}

/** The size of the window in px, for the tests that follow too. */
export function setSize(width: number, height = 844): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } };
  happyDOM.setViewport({ width, height });
}

import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, useLocation } from 'react-router';
import { draw } from '@bijli/ui/testing/page';
import { Toasts } from '@bijli/ui/Toasts';
import { AppRoutes } from '#routes.tsx';
import { createQueryClient } from '#shell/query-client.ts';

/** Opens the whole app at a path, with a navigation state. With `from`, the driver came from that path. */
export async function open(path: string, state?: unknown, from?: string): Promise<void> {
  const [pathname = '', query] = path.split('?');
  const entry = { pathname, search: query === undefined ? '' : `?${query}`, state };
  // The index that the browser's router would have stored.
  history.replaceState(from === undefined ? null : { idx: 1 }, '');
  await draw(
    <QueryClientProvider client={createQueryClient()}>
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

/** The open path and its navigation state. */
export function here(): { path: string; state: unknown } {
  const data = document.querySelector<HTMLElement>('[data-here]')?.dataset;
  return { path: data?.['here'] ?? '', state: JSON.parse(data?.['state'] ?? 'null') };
}

/** The query of the open address, with its question mark. Empty without one. */
export function query(): string {
  return document.querySelector<HTMLElement>('[data-here]')?.dataset['search'] ?? '';
}

/** Sets the window's size in px. It also applies to later tests of the file. */
export function setSize(width: number, height = 844): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } };
  happyDOM.setViewport({ width, height });
}

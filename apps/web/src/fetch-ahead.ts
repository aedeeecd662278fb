import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchMapAhead } from './api/map-windows.ts';
import { whenIdle } from './device/idle.ts';
import { RAIL } from './device/media.ts';
import { locateIfAllowed } from './device/position.ts';
import { paths } from './paths.ts';
import { screens } from './screens.ts';

/** The map's screen, if it was loaded before the first render. */
let home: Awaited<ReturnType<typeof screens.MapScreen>> | undefined;

/** Loads the map, which most drivers see first, and its stations before the first render. */
export async function fetchHome(queries: QueryClient): Promise<void> {
  if (location.pathname !== paths.map) return fetchMapBeside(queries);
  // Without a network the map shows the stored copies, which are read meanwhile.
  if (navigator.onLine) fetchMapAhead(queries);
  void locateIfAllowed();
  try {
    home = await screens.MapScreen();
  } catch {
    // The page that uses it asks again and shows the error.
  }
}

const BESIDE_MAP: ReadonlySet<string> = new Set([paths.listChargers, paths.search, paths.charger]);

/** Loads the map and its stations together with a page that has the map beside it. */
function fetchMapBeside(queries: QueryClient): void {
  if (!BESIDE_MAP.has(location.pathname) || !matchMedia(RAIL).matches) return;
  if (navigator.onLine) fetchMapAhead(queries);
  screens.MapScreen().catch((error: unknown) => console.warn('The map was not fetched ahead', error));
}

/** Loads the map's screen for React. It is there at once if `fetchHome` has loaded it. */
export function loadMapScreen() {
  return home ? resolved(home) : screens.MapScreen();
}

/** A promise that React treats as resolved, so that no fallback is shown for a moment. */
function resolved<T>(value: T): Promise<T> {
  const answer = Promise.resolve(value);
  // oxlint-disable-next-line unicorn/no-thenable -- React reads a lazy component at once if it is told of it at once
  answer.then = ((take: (value: T) => void) => take(value)) as typeof answer.then;
  return answer;
}

const AT_REST_MS = 4000;

/**
 * Hook: loads the other screens one by one while the page is idle, so that they are there when the network is not. The
 * first is the one that the map and the list lead to.
 */
export function usePrefetchedScreens(): void {
  useEffect(() => {
    let leave = () => {};
    let isLeft = false;
    const fetchFirst = ([load, ...others]: (() => Promise<unknown>)[]) => {
      if (!load || isLeft) return;
      leave = whenIdle(() => {
        load()
          .catch((error: unknown) => console.warn('A screen was not fetched ahead', error))
          .finally(() => fetchFirst(others));
      });
    };
    const timer = setTimeout(() => fetchFirst([screens.StationScreen, ...Object.values(screens)]), AT_REST_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      leave();
    };
  }, []);
}

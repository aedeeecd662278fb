import { useEffect, useSyncExternalStore } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { createChanges } from '@bijli/ui/changes';
import { MINUTE_MS } from '#device/durations.ts';

/** Codes of GeolocationPositionError: not available, and timed out. */
const NOT_FOUND = new Set<number | undefined>([2, 3]);
let position: Coordinates | undefined;
const changes = createChanges();

function set(place: Coordinates): Coordinates {
  position = place;
  changes.tell();
  return place;
}

/** Why the position is not known: the driver or the device does not allow it, or it was not found. */
export type NoPlace = 'denied' | 'notFound';

/** A browser whose permission dialog was closed never answers. */
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Asks the device for its position, which may ask the driver. A late position is still stored. When the position cannot
 * be found, the last one is returned.
 */
export function locate(): Promise<Coordinates | NoPlace> {
  // Missing on insecure pages.
  const geolocation = navigator.geolocation as Geolocation | undefined | null;
  if (!geolocation) return Promise.resolve('denied');
  return new Promise((answer) => {
    const timer = setTimeout(() => answer(position ?? 'notFound'), ANSWER_TIMEOUT_MS);
    const resolve = (place: Coordinates | NoPlace): void => {
      clearTimeout(timer);
      answer(place);
    };
    geolocation.getCurrentPosition(
      ({ coords }) => resolve(set({ latitude: coords.latitude, longitude: coords.longitude })),
      (error?: Partial<GeolocationPositionError>) =>
        resolve(NOT_FOUND.has(error?.code) ? (position ?? 'notFound') : 'denied'),
      { maximumAge: MINUTE_MS, timeout: 10_000 },
    );
  });
}

/** Whether it has been seen to, without a question, if the place can be had. */
let isSought = false;

async function locateIfAllowed(): Promise<void> {
  if ('permissions' in navigator) {
    // Some pages within other apps do not know this permission.
    const permission = await navigator.permissions.query({ name: 'geolocation' }).catch(() => undefined);
    if (permission?.state === 'granted') await locate();
  }
  isSought = true;
  changes.tell();
}

/** Where the driver is, once known. Uses a permission that was given, but never asks for one. */
export function usePosition(): Coordinates | undefined {
  useEffect(() => {
    if (!position) void locateIfAllowed();
  }, []);
  return useSyncExternalStore(changes.subscribe, () => position);
}

/** Beside usePosition: the place is not known, and will not be unless the driver asks for it. */
export function useIsPositionUnknown(): boolean {
  return useSyncExternalStore(changes.subscribe, () => isSought && !position);
}

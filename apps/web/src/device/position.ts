import { useEffect, useSyncExternalStore } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { createChanges } from '@bijli/ui/changes';
import { MINUTE_MS } from '#device/durations.ts';

/** By the codes of GeolocationPositionError. Any other error counts as `denied`. */
const FAILURES: Partial<Record<number, NoPlace>> = { 2: 'unavailable', 3: 'timedOut' };

/** Where the device was found. */
export interface DevicePosition extends Coordinates {
  /** The device is within this distance, most likely. */
  accuracyKm: number;
  foundAtMs: number;
}

let position: DevicePosition | undefined;
const changes = createChanges();

function set({ coords, timestamp }: GeolocationPosition): DevicePosition {
  const { latitude, longitude, accuracy } = coords;
  position = { latitude, longitude, accuracyKm: accuracy / 1000, foundAtMs: timestamp };
  changes.notify();
  return position;
}

/**
 * Why the position is not known. `denied`: the driver or the device does not allow it. `unavailable`: the device has
 * none, for example because its location is switched off.
 */
export type NoPlace = 'denied' | 'unavailable' | 'timedOut';

/** A browser whose permission dialog was closed never answers. */
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Asks the device for its position, which may ask the driver. A late position is still stored. When the position cannot
 * be found, the last one is returned.
 */
export function locate(): Promise<Coordinates | NoPlace> {
  // Missing on insecure pages.
  const geolocation = navigator.geolocation as Geolocation | undefined | null;
  if (!geolocation) return Promise.resolve('denied');
  return new Promise((answer) => {
    const timer = setTimeout(() => answer(position ?? 'timedOut'), ANSWER_TIMEOUT_MS);
    const resolve = (place: Coordinates | NoPlace): void => {
      clearTimeout(timer);
      answer(place);
    };
    geolocation.getCurrentPosition(
      (found) => resolve(set(found)),
      (error?: Partial<GeolocationPositionError>) => {
        const failure = FAILURES[error?.code ?? 0];
        resolve(failure ? (position ?? failure) : 'denied');
      },
      { maximumAge: MINUTE_MS, timeout: 10_000 },
    );
  });
}

/** Whether it has been seen to, without a question, if the place can be had. */
let isSought = false;

/** The search for a position that may be had without a question, once it has begun. */
let search: Promise<void> | undefined;

/** Uses a permission that was given, but never asks for one. */
export function locateIfAllowed(): Promise<void> {
  return (search ??= look().finally(() => {
    search = undefined;
  }));
}

async function look(): Promise<void> {
  if ('permissions' in navigator) {
    // Some pages within other apps do not know this permission.
    const permission = await navigator.permissions.query({ name: 'geolocation' }).catch(() => undefined);
    if (permission?.state === 'granted') await locate();
  }
  isSought = true;
  changes.notify();
}

/**
 * Hook: where the driver is, once known. It does not ask for a permission. A place that could not be had is sought
 * again when the driver returns to the page, who may have switched on the location meanwhile.
 */
export function usePosition(): Coordinates | undefined {
  useEffect(() => {
    const seek = () => {
      if (!position && document.visibilityState === 'visible') void locateIfAllowed();
    };
    seek();
    document.addEventListener('visibilitychange', seek);
    return () => document.removeEventListener('visibilitychange', seek);
  }, []);
  return useSyncExternalStore(changes.subscribe, () => position);
}

const RECENT_MS = 2 * MINUTE_MS;
/** How often it is seen whether the position is still recent. */
const LOOK_MS = 10_000;

/** Hook, beside usePosition: where the driver is now. Undefined when the position was found too long ago to say. */
export function useRecentPosition(): DevicePosition | undefined {
  return useSyncExternalStore(subscribeToAge, () =>
    position && Date.now() - position.foundAtMs <= RECENT_MS ? position : undefined,
  );
}

function subscribeToAge(then: () => void): () => void {
  const leave = changes.subscribe(then);
  const look = setInterval(then, LOOK_MS);
  return () => {
    clearInterval(look);
    leave();
  };
}

/** Hook, beside usePosition: the position is not known, and will not be unless the driver asks for it. */
export function useIsPositionUnknown(): boolean {
  return useSyncExternalStore(changes.subscribe, () => isSought && !position);
}

/** Hook, beside usePosition: the position is known, or will not be unless the driver asks for it. */
export function useIsPositionSettled(): boolean {
  return useSyncExternalStore(changes.subscribe, () => isSought || position !== undefined);
}

import { useSyncExternalStore } from 'react';
import type { StationFilterField } from '@bijli/contract/stations';
import { createChanges } from '@bijli/ui/changes';

/** What the driver wants a station to have: values by field of the filter, none of them empty. */
export type StationChoices = Partial<Record<StationFilterField, readonly string[]>>;

/** In local storage, so that it outlives the visit and goes with everything else at the sign-out. */
const KEY = 'station-filter';
const NOTHING: StationChoices = {};
const KNOWN: Record<StationFilterField, true> = {
  available: true,
  vehicle: true,
  connectors: true,
  current: true,
  rating: true,
  open: true,
  amenities: true,
  access: true,
  network: true,
  free: true,
  autocharge: true,
};

const changes = createChanges({ inOtherTabs: true });
let last: { text: string | null; choices: StationChoices } = { text: null, choices: NOTHING };

/** What is remembered on this device; the same object until it changes. */
export function storedStationFilter(): StationChoices {
  const text = localStorage.getItem(KEY);
  if (text !== last.text) last = { text, choices: text === null ? NOTHING : read(text) };
  return last.choices;
}

/** Leaves out what cannot be read: an older version of the app may have written it. */
function read(text: string): StationChoices {
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return NOTHING;
  }
  if (typeof entry !== 'object' || entry === null) return NOTHING;
  const chosen = Object.entries(entry).filter(
    ([field, values]) =>
      Object.hasOwn(KNOWN, field) &&
      Array.isArray(values) &&
      values.length > 0 &&
      values.every((value) => typeof value === 'string' && value !== ''),
  );
  return Object.fromEntries(chosen) as StationChoices;
}

function remember(choices: StationChoices): void {
  if (Object.keys(choices).length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(choices));
  changes.tell();
}

/** What the driver has chosen to see of the network, on every screen alike, and how to choose something else. */
export function useStationFilter(): [StationChoices, (choices: StationChoices) => void] {
  return [useSyncExternalStore(changes.subscribe, storedStationFilter), remember];
}

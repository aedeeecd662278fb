import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Coordinates } from '@bijli/contract/geo';
import { zoomOfPlace } from '#paths.ts';

const TEXT = 'q';
const STATUS = 'status';
/** Parameters of the address that place the map beside the search. */
const PLACE = ['lat', 'lng', 'zoom'] as const;
/** Time without typing after which the text is searched. */
const REST_MS = 250;

/** A station's `status`, or '' for every station. */
export type StatusTab = '' | '1' | '0';

/**
 * Hook: the typed text, and the trimmed text that is searched once the driver stops typing. Text and tab are in the
 * address, so that they are there again after going back.
 */
export function useSearchText() {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(() => address.get(TEXT) ?? '');
  const asked = address.get(TEXT) ?? '';
  const status = address.get(STATUS);
  const searchText = typed.replaceAll(/\s+/g, ' ').trim();

  const put = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        // A new text names another place, so the old place is removed.
        if (name === TEXT) for (const part of PLACE) next.delete(part);
        return next;
      },
      { replace: true },
    );

  // With the address of that moment: meanwhile a tab may have been chosen.
  const search = useEffectEvent(() => put(TEXT, searchText));
  useEffect(() => {
    if (searchText === asked) return;
    const rested = setTimeout(() => search(), REST_MS);
    return () => clearTimeout(rested);
  }, [searchText, asked]);

  return {
    typed,
    /** The typed text without spaces at its ends or doubled spaces. */
    searchText,
    asked,
    type: setTyped,
    /** Searches the typed text at once. */
    submit: () => put(TEXT, searchText),
    clear() {
      setTyped('');
      put(TEXT, '');
    },
    showOnMap(found: Coordinates & { city?: string | undefined }) {
      const zoom = zoomOfPlace(found);
      const place: Partial<Record<(typeof PLACE)[number], string>> = {
        lat: String(found.latitude),
        lng: String(found.longitude),
        ...(zoom !== undefined && { zoom: String(zoom) }),
      };
      if (PLACE.every((part) => address.get(part) === (place[part] ?? null))) return;
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          for (const part of PLACE) next.delete(part);
          for (const [part, value] of Object.entries(place)) next.set(part, value);
          return next;
        },
        { replace: true },
      );
    },
    tab: (status === '1' || status === '0' ? status : '') as StatusTab,
    chooseTab: (tab: StatusTab) => put(STATUS, tab),
  };
}

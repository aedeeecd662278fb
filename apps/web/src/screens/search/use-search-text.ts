import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Coordinates } from '@bijli/contract/geo';
import { zoomOfPlace } from '#paths.ts';

const TEXT = 'q';
const STATUS = 'status';
/** Where a map beside the search goes, as its own address says it. */
const PLACE = ['lat', 'lng', 'zoom'] as const;
/** So long after the last letter the text goes out. */
const REST_MS = 250;

/** A station's `status`, or '' for every station. */
export type StatusTab = '' | '1' | '0';

/**
 * What is typed, and what of it is looked for: the typed text, trimmed, once the typing rests. Both the text and the tab stand
 * in the address, so that going back to it finds them again.
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
        // Another text means another place.
        if (name === TEXT) for (const part of PLACE) next.delete(part);
        return next;
      },
      { replace: true },
    );

  useEffect(() => {
    if (searchText === asked) return;
    const rested = setTimeout(() => put(TEXT, searchText), REST_MS);
    return () => clearTimeout(rested);
    // The address changes by this alone.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [searchText, asked]);

  return {
    typed,
    /** As typed, without doubled spaces and those around it. */
    searchText,
    asked,
    type: setTyped,
    /** Looks for the typed text at once. */
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

import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import type { MapService } from '@bijli/contract/operations';
import hindiFont from '@bijli/ui/fonts/noto-devanagari.woff2?url';
import { useClientConfig } from '#api/client-config.ts';
import { indiaStyle, type IndiaTopology } from './basemap/basemap-style.js';
import topologyUrl from './basemap/india-basemap.topo.json?url';
import { FONTS } from './layers.ts';
import { loadService, OWN_GLYPHS } from './map-service.ts';
import type { Scheme } from './pictures.ts';
import { KEEP_ANSWER, SECOND_TRY } from './query-options.ts';
import { loadStreets, type StreetSource } from './streets/street-source.ts';
import { usePlaceNames } from './use-place-names.ts';

export interface Basemap {
  /** Undefined until it has come. */
  style: StyleSpecification | undefined;
  /** Whose map it is: a service's, or the one drawn from our own file. */
  from: 'service' | 'own';
  /** Streets to be drawn on our own ground, once it is known where they are. */
  streets: StreetSource | undefined;
  /** What the service asks to be shown; undefined where its style says so itself. */
  attribution: string | undefined;
  /** There is a service, but its map, or where its streets are, could not be loaded. */
  isFallback: boolean;
  /** Our own map could not be loaded either. */
  isError: boolean;
  retry: () => void;
}

/** Hindi is drawn by the browser, a syllable at a time, since no table of letters can hold its shapes. */
const HINDI_FACE = [{ url: new URL(hindiFont, location.origin).href, 'unicode-range': ['U+0900-097F', 'U+200C-200D'] }];
const HINDI_FACES = { [FONTS.font]: HINDI_FACE, [FONTS.bold]: HINDI_FACE };
const RETRIES = 3;
const FIRST_PAUSE_MS = 300;
const RETRYING = { retry: RETRIES, retryDelay: (failures: number) => FIRST_PAUSE_MS * 2 ** failures, ...KEEP_ANSWER };

async function loadTopology({ signal }: { signal: AbortSignal }): Promise<IndiaTopology> {
  const answer = await fetch(topologyUrl, { signal });
  if (!answer.ok) throw new Error(`The basemap was answered ${answer.status}`);
  return (await answer.json()) as IndiaTopology;
}

/** Whether a service has the whole map, and not streets for ours alone. */
export function hasFullBasemap(service: MapService | null | undefined): boolean {
  return Boolean(service?.style_url ?? service?.tiles_url);
}

/**
 * What lies under the pins: the map of the service that this installation is set up for, asked for up to four times, or
 * else our own, with streets where there is a service for them. Ours, and where its streets are, is fetched only once it
 * `isWanted`. Whatever failed is asked for again when the network is back.
 */
export function useBasemap(scheme: Scheme, isWanted: boolean): Basemap {
  const config = useClientConfig();
  const service: MapService | undefined = config.data?.map ?? undefined;
  const hasGround = hasFullBasemap(service);
  const provided = useQuery({
    queryKey: ['map-service', service],
    queryFn: ({ signal }) => loadService(service ?? {}, signal),
    enabled: hasGround,
    ...RETRYING,
  });
  const address = service?.vector_url;
  const streets = useQuery({
    queryKey: ['streets', address],
    queryFn: ({ signal }) => loadStreets(address ?? '', signal),
    enabled: isWanted && address !== undefined,
    ...RETRYING,
  });
  const isFallback = provided.isError && !provided.data;
  const own = useQuery({
    queryKey: ['basemap'],
    queryFn: loadTopology,
    enabled: isWanted && (hasGround ? isFallback : !config.isPending),
    ...SECOND_TRY,
    ...KEEP_ANSWER,
  });
  const names = usePlaceNames();
  const ownStyle = useMemo(
    () =>
      own.data &&
      names && {
        ...indiaStyle(own.data, { theme: scheme, glyphs: location.origin + OWN_GLYPHS, names, ...FONTS }),
        'font-faces': HINDI_FACES,
      },
    [own.data, scheme, names],
  );
  const isOwn = !provided.data;
  return {
    style: isOwn ? ownStyle : provided.data,
    from: isOwn ? 'own' : 'service',
    streets: isOwn ? streets.data : undefined,
    attribution: isOwn && !address ? undefined : service?.attribution,
    isFallback: isFallback || (streets.isError && !streets.data),
    isError: isOwn && own.isError && !own.data,
    retry() {
      if (isFallback) void provided.refetch();
      if (streets.isError) void streets.refetch();
      if (own.isError) void own.refetch();
    },
  };
}

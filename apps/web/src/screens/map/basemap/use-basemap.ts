import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import type { MapService } from '@bijli/contract/installation';
import hindiFont from '@bijli/ui/fonts/noto-devanagari.woff2?url';
import { useClientConfig } from '#api/client-config.ts';
import { usePlaceNames } from '../labels/use-place-names.ts';
import type { Scheme } from '../marks/pictures.ts';
import { loadStreets, type StreetSource } from '../streets/street-source.ts';
import { indiaStyle, type IndiaTopology } from './basemap-style.js';
import { FONTS } from './fonts.ts';
import topologyUrl from './india-basemap.topo.json?url';
import { KEEP_ANSWER, SECOND_TRY } from './map-query-options.ts';
import { loadService, BUNDLED_GLYPHS } from './map-service.ts';

export interface Basemap {
  /** Undefined until it has loaded. */
  style: StyleSpecification | undefined;
  /** Whether the map comes from a service or from our own file. */
  from: 'service' | 'own';
  /** Streets to draw on our own map. Undefined until their source is known. */
  streets: StreetSource | undefined;
  /** The attribution that the service requires. Undefined when its style contains one. */
  attribution: string | undefined;
  /** A service is set up, but its map or its source of streets could not be loaded. */
  isFallback: boolean;
  /** Our own map could not be loaded either. */
  isError: boolean;
  retry: () => void;
}

/** The browser draws Hindi with this font, because joined letters do not fit into tables of single glyphs. */
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

/** True when a service has a whole map. Otherwise it may have streets for our own map. */
export function hasFullBasemap(service: MapService | null | undefined): boolean {
  return Boolean(service?.style_url ?? service?.tiles_url);
}

/**
 * Hook: the map under the pins. It is the map of the service that this installation uses, tried up to four times, or
 * our own with the service's streets. Our own is fetched once it `isWanted`. Everything that failed is requested again
 * when the network is back.
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
        ...indiaStyle(own.data, { theme: scheme, glyphs: location.origin + BUNDLED_GLYPHS, names, ...FONTS }),
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

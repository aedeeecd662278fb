import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import type { MapService } from '@bijli/contract/operations';
import { useClientConfig } from '#api/support.ts';
import { indiaStyle, type IndiaTopology } from './basemap/basemap-style.js';
import topologyUrl from './basemap/india-basemap.topo.json?url';
import { KEPT, SECOND_TRY } from './kept.ts';
import { FONTS } from './layers.ts';
import { loadService, OWN_GLYPHS } from './map-service.ts';
import type { Scheme } from './pictures.ts';

export interface Basemap {
  /** Undefined until it has come. */
  style: StyleSpecification | undefined;
  /** Whose map it is: a service's, or the one drawn from our own file. */
  from: 'service' | 'own';
  /** What the service asks to be shown; undefined where its style says so itself. */
  attribution: string | undefined;
  /** There is a service, but its map could not be loaded. */
  isFallback: boolean;
  /** Our own map could not be loaded either. */
  isError: boolean;
  retry: () => void;
}

const RETRIES = 3;
const FIRST_PAUSE_MS = 300;

async function loadTopology({ signal }: { signal: AbortSignal }): Promise<IndiaTopology> {
  const answer = await fetch(topologyUrl, { signal });
  if (!answer.ok) throw new Error(`The basemap was answered ${answer.status}`);
  return (await answer.json()) as IndiaTopology;
}

/**
 * What lies under the pins: the map of the service that this installation is set up for, asked for up to four times, or
 * else our own. Ours is fetched only once it `isWanted`. Whatever failed is asked for again when the network is back.
 */
export function useBasemap(scheme: Scheme, isWanted: boolean): Basemap {
  const config = useClientConfig();
  const service: MapService | undefined = config.data?.map ?? undefined;
  const provided = useQuery({
    queryKey: ['map-service', service],
    queryFn: ({ signal }) => loadService(service ?? {}, signal),
    enabled: service !== undefined,
    retry: RETRIES,
    retryDelay: (failures) => FIRST_PAUSE_MS * 2 ** failures,
    ...KEPT,
  });
  const isFallback = provided.isError && !provided.data;
  const own = useQuery({
    queryKey: ['basemap'],
    queryFn: loadTopology,
    enabled: isWanted && (service ? isFallback : !config.isPending),
    ...SECOND_TRY,
    ...KEPT,
  });
  const ownStyle = useMemo(
    () => own.data && indiaStyle(own.data, { theme: scheme, glyphs: location.origin + OWN_GLYPHS, ...FONTS }),
    [own.data, scheme],
  );
  const isOwn = !provided.data;
  return {
    style: isOwn ? ownStyle : provided.data,
    from: isOwn ? 'own' : 'service',
    attribution: isOwn ? undefined : service?.attribution,
    isFallback,
    isError: isOwn && own.isError && !own.data,
    retry() {
      if (isFallback) void provided.refetch();
      if (own.isError) void own.refetch();
    },
  };
}

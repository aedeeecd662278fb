import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { indiaStyle, type IndiaTopology } from './basemap/basemap-style.js';
import topologyUrl from './basemap/india-basemap.topo.json?url';
import { FONTS } from './layers.ts';
import type { Scheme } from './pictures.ts';

const GLYPHS = '/basemap/glyphs/{fontstack}/{range}.pbf';

async function load({ signal }: { signal: AbortSignal }): Promise<IndiaTopology> {
  const answer = await fetch(topologyUrl, { signal });
  if (!answer.ok) throw new Error(`The basemap was answered ${answer.status}`);
  return (await answer.json()) as IndiaTopology;
}

/** The map's style in the colours of the scheme, once its one file has come. */
export function useBasemap(scheme: Scheme): { style: StyleSpecification | undefined; isError: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['basemap'],
    queryFn: load,
    staleTime: Infinity,
    gcTime: Infinity,
    meta: { quiet: true },
  });
  const style = useMemo(
    () => data && indiaStyle(data, { theme: scheme, glyphs: location.origin + GLYPHS, ...FONTS }),
    [data, scheme],
  );
  return { style, isError };
}

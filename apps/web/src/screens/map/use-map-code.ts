import { useQuery } from '@tanstack/react-query';

/** The map's component, which brings its library along; asked for again when the network is back. */
export function useMapCode(isWanted: boolean) {
  return useQuery({
    enabled: isWanted,
    queryKey: ['map-code'],
    queryFn: async () => ({ StationMap: (await load()).default }),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    meta: { quiet: true },
  });
}

/** Browsers remember that a piece of code could not be had and do not ask again, unless under another address. */
async function load(): Promise<typeof import('./StationMap.tsx')> {
  try {
    return await import('./StationMap.tsx');
  } catch (error) {
    const address = /https?:\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0];
    if (address === undefined) throw error;
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as typeof import('./StationMap.tsx');
  }
}

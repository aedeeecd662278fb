import { useQuery } from '@tanstack/react-query';
import { KEEP_ANSWER, SECOND_TRY } from '../basemap/map-query-options.ts';

/** Hook: the map's component with its library. It is requested again when the network is back. */
export function useMapCode(isWanted: boolean) {
  return useQuery({
    enabled: isWanted,
    queryKey: ['map-code'],
    queryFn: async () => ({ StationMap: (await load()).default }),
    structuralSharing: false,
    ...SECOND_TRY,
    ...KEEP_ANSWER,
  });
}

/** The address of a style sheet that could not be loaded. */
let missing: string | undefined;

/** Neither the browser nor the build's loader requests a failed file again, so it is requested at another address. */
async function load(): Promise<typeof import('../StationMap.tsx')> {
  if (missing !== undefined) await addSheet(again(missing));
  missing = undefined;
  try {
    return await import('../StationMap.tsx');
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    missing = /\S+\.css/.exec(message)?.[0];
    if (missing !== undefined) return load();
    const address = /https?:\S+\.js/.exec(message)?.[0];
    if (address === undefined) throw error;
    return (await import(/* @vite-ignore */ again(address))) as typeof import('../StationMap.tsx');
  }
}

function again(address: string): string {
  return `${address}?again=${Date.now()}`;
}

function addSheet(address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  link.addEventListener('load', () => resolve());
  link.addEventListener('error', () => {
    link.remove();
    reject(new Error(`${address} was not loaded`));
  });
  document.head.append(link);
  return promise;
}

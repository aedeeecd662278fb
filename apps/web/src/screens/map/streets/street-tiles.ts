import type { AddProtocolAction } from 'maplibre-gl';

/** The scheme of tile addresses that MapLibre passes to this loader. */
export const STREETS_PROTOCOL = 'streets';
const RETRIES = 3;
const FIRST_PAUSE_MS = 300;
/** A tile that takes longer has failed. */
const TILE_TIMEOUT_MS = 10_000;

export interface StreetTiles {
  /** Loads a tile for MapLibre. */
  load: AddProtocolAction;
  /** True when the tile `z/x/y` could not be fetched at the last attempt. */
  hasFailed(address: string): boolean;
  /** Allows failed tiles to be requested again. */
  forget(): void;
}

/**
 * Creates a loader that tries each tile up to four times. Once a tile has failed for good, others are tried once until
 * one succeeds, so that a provider that is down does not get four requests for every tile.
 */
export function createStreetTiles(): StreetTiles {
  const failed = new Set<string>();
  let isAway = false;
  async function fetchTile(address: string, aborted: AbortSignal, failures = 0): Promise<ArrayBuffer> {
    try {
      const data = await fetchOnce(address, aborted);
      isAway = false;
      return data;
    } catch (error) {
      if (aborted.aborted) throw error;
      if (isAway || failures === RETRIES) {
        isAway = true;
        throw error;
      }
      await pause(FIRST_PAUSE_MS * 2 ** failures);
      if (aborted.aborted) throw error;
      return fetchTile(address, aborted, failures + 1);
    }
  }
  return {
    async load({ url }, { signal }) {
      const address = url.slice(`${STREETS_PROTOCOL}://`.length);
      try {
        const data = await fetchTile(address, signal);
        failed.delete(address);
        return { data };
      } catch (error) {
        if (!signal.aborted) failed.add(address);
        throw error;
      }
    },
    hasFailed: (address) => failed.has(address),
    forget() {
      failed.clear();
      isAway = false;
    },
  };
}

/** A service answers 204 or 404 for a tile without content. */
async function fetchOnce(address: string, aborted: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(address, { signal: AbortSignal.any([aborted, AbortSignal.timeout(TILE_TIMEOUT_MS)]) });
  if (answer.status === 204 || answer.status === 404) return new ArrayBuffer(0);
  if (!answer.ok) throw new Error(`A tile of the map was answered ${answer.status}`);
  return answer.arrayBuffer();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
